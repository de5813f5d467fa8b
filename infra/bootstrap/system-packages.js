import fs from 'node:fs';
import { run } from './run.js';

/** Whether this script may install packages of the system: as root, with Debian's `apt-get`. */
export function mayInstallPackages() {
  const isRoot = process.getuid !== undefined && process.getuid() === 0;
  return isRoot && fs.existsSync('/usr/bin/apt-get');
}

/** Installs packages by their Debian names. Whoever asked looks whether they are there. */
export async function installPackages(names) {
  // A package with a server must not start it: it would take the usual port.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  if ((await run('apt-get', ['update'], { env })) !== 0) return;
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...names], { env });
}
