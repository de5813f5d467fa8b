import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryPlace } from '../../support/temporary-place.ts';

const checkout = fileURLToPath(new URL('../../../', import.meta.url));
const other = process.arch === 'arm64' ? 'x64' : 'arm64';

/** A checkout whose packages were installed on a machine with another processor, and then copied here. */
function copiedTo(place: string): void {
  for (const file of ['infra/bootstrap', 'package.json', 'package-lock.json'])
    cpSync(path.join(checkout, file), path.join(place, file), { recursive: true });
  mkdirSync(path.join(place, `node_modules/node-linux-${other}`), { recursive: true });
  writeFileSync(path.join(place, 'node_modules/.package-lock.json'), '{}');
  const hash = `import { hashOf } from './infra/bootstrap/source-hash.js'; process.stdout.write(hashOf(['package-lock.json']))`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', hash], { cwd: place, encoding: 'utf8' });
  writeFileSync(path.join(place, 'node_modules/.installed-from'), stdout);
}

test.runIf(process.platform === 'linux').each(['start.js', 'start-distributed.js', 'command.js'])(
  '%s with packages of another platform says so in one sentence, with what to do',
  (script) => {
    using place = temporaryPlace();
    copiedTo(place.path);
    const words = [path.join(place.path, 'infra/bootstrap', script), 'doctor'];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(`${stdout}${stderr}`.trim()).toBe(
      `node_modules was installed for linux-${other}, and this is linux-${process.arch}: ` +
        'remove it (rm -rf node_modules), and start again; it is then installed for this one.',
    );
  },
);
