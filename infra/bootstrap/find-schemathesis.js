import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './project.js';
import { run } from './run.js';
import { installPackages, mayInstallPackages } from './system-packages.js';

/** Another version makes other requests of the same seed. */
const VERSION = '4.32.5';
const requirements = path.join(root, 'infra', 'bootstrap', 'schemathesis-requirements.txt');
const cache = path.join(root, 'node_modules', '.cache', 'schemathesis');
const program = path.join(cache, process.platform === 'win32' ? 'Scripts' : 'bin', 'schemathesis');
/** What was installed: when it is not what is required now, all is installed anew. */
const installed = path.join(cache, 'requirements.txt');

/** What to say where `findSchemathesis` found none. */
export const noSchemathesis =
  `There is no Schemathesis ${VERSION}, so neither the published description of the API nor the signature of webhooks can be tried. ` +
  'npm test installs it with Python 3.11 or newer and its modules venv and pip; or name the program in SCHEMATHESIS.';

/**
 * The program `schemathesis` of exactly our version, or undefined. `SCHEMATHESIS` names one; else it is in our cache. If it is
 * not, installs it there, in a virtual environment of Python: every file by its hash. The `python` beside it also has
 * `standardwebhooks`.
 */
export async function findSchemathesis() {
  // biome-ignore lint/suspicious/noUndeclaredEnvVars: no task that turbo caches runs them.
  const given = process.env.SCHEMATHESIS;
  if (given) return isOurs(given) ? given : undefined;
  if (isCurrent()) return program;
  process.stdout.write(`No Schemathesis ${VERSION} found. Installing it.\n`);
  await install();
  return isCurrent() ? program : undefined;
}

function isCurrent() {
  const wanted = fs.readFileSync(requirements, 'utf8');
  return fs.existsSync(installed) && fs.readFileSync(installed, 'utf8') === wanted && isOurs(program);
}

function isOurs(file) {
  const { status, stdout } = spawnSync(file, ['--version'], { timeout: 60000, encoding: 'utf8' });
  return status === 0 && stdout.trim().endsWith(VERSION);
}

async function install() {
  if (!(await makeEnvironment()) && mayInstallPackages()) {
    await installPackages(['python3-venv', 'python3-pip']);
    if (!(await makeEnvironment())) return;
  }
  const python = path.join(path.dirname(program), 'python');
  const words = ['install', '--quiet', '--require-hashes', '--only-binary=:all:', '--requirement', requirements];
  const code = await run(python, ['-m', 'pip', '--disable-pip-version-check'].concat(words));
  if (code === 0) fs.copyFileSync(requirements, installed);
}

async function makeEnvironment() {
  fs.rmSync(cache, { recursive: true, force: true });
  return (await run('python3', ['-m', 'venv', cache])) === 0;
}
