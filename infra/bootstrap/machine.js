import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import os from 'node:os';
import { pinnedNode } from './project.js';

/** What the figures of a report depend on. */
export function machine(root) {
  const git = (...words) => String(spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout || '').trim();
  const changes = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : git('diff', 'HEAD');
  // What was changed by hand is another thing to prove, each time.
  const changed =
    changes === '' ? '' : ` with changes ${crypto.createHash('sha256').update(changes).digest('hex').slice(0, 8)}`;
  return {
    commit: `${git('rev-parse', '--short', 'HEAD') || 'unknown'}${changed}`,
    node: pinnedNode(),
    cores: os.cpus().length,
    processor: os.cpus()[0]?.model.trim() || os.arch(),
    gigabytes: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()}`,
  };
}
