import { spawnSync } from 'node:child_process';
import { pythonEnvironment } from './python-environment.js';

/** Another version makes other requests of the same seed. */
const VERSION = '4.32.5';
const { program, isCurrent, install } = pythonEnvironment('schemathesis');

/** What to say where `findSchemathesis` found none. */
export const noSchemathesis =
  `There is no Schemathesis ${VERSION}, so neither the published description of the API nor the signature of webhooks can be tried. ` +
  'npm test installs it with Python 3.11 or newer and its modules venv and pip; or name the program in SCHEMATHESIS.';

/**
 * The program `schemathesis` of exactly our version, or undefined. `SCHEMATHESIS` names one; else it is in our cache. If it is
 * not, installs it there, in a virtual environment of Python. The `python` beside it also has `standardwebhooks`.
 */
export async function findSchemathesis() {
  // biome-ignore lint/suspicious/noUndeclaredEnvVars: no task that turbo caches runs them.
  const given = process.env.SCHEMATHESIS;
  if (given) return isOurs(given) ? given : undefined;
  if (isThere()) return program('schemathesis');
  process.stdout.write(`No Schemathesis ${VERSION} found. Installing it.\n`);
  await install();
  return isThere() ? program('schemathesis') : undefined;
}

const isThere = () => isCurrent() && isOurs(program('schemathesis'));

function isOurs(file) {
  const { status, stdout } = spawnSync(file, ['--version'], { timeout: 60000, encoding: 'utf8' });
  return status === 0 && stdout.trim().endsWith(VERSION);
}
