import { onThePath } from './on-the-path.js';
import { installPackages, mayInstallPackages } from './system-packages.js';

const NAMES = ['curl', 'jq'];

/** What to say where `findCurlAndJq` found not both. */
export const noCurlAndJq =
  'There is no curl or no jq on the path, so the recipes of docs/API.md cannot be tried. ' +
  'Install both (on Debian: apt-get install curl jq).';

/** The path of jq if both are on the path, or undefined. Installs Debian's when running as root. */
export async function findCurlAndJq() {
  const missing = NAMES.filter((name) => onThePath([name]).length === 0);
  if (missing.length > 0 && mayInstallPackages()) {
    process.stdout.write(`No ${missing.join(' and no ')} found. Installing the system's.\n`);
    await installPackages(missing);
  }
  return NAMES.every((name) => onThePath([name]).length > 0) ? onThePath(['jq'])[0] : undefined;
}
