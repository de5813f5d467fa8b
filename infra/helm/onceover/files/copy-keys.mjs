/*
 * Runs before a process, as its user, with `node --eval`: keys that Kubernetes mounts are of its group, and the program wants them to be for
 * their owner alone. A folder of keys becomes a folder of copies in a volume that is memory. Arguments: from where, to where.
 */
import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

// What begins with two dots is how Kubernetes exchanges what it mounts.
const visible = (directory) => readdirSync(directory).filter((name) => !name.startsWith('..'));

const [from, to] = process.argv.slice(1);
for (const folder of visible(from)) {
  const target = join(to, folder);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { mode: 0o700 });
  for (const name of visible(join(from, folder))) {
    copyFileSync(join(from, folder, name), join(target, name));
    chmodSync(join(target, name), 0o400);
  }
}
