import { onThePath } from './on-the-path.js';
import { installPackages, mayInstallPackages } from './system-packages.js';

const NAME = 'Xvfb';

/** What to say where `findXvfb` found none. */
export const noXvfb =
  'THERE IS NO XVFB: robots that need a browser with a window are left out, and the table lacks them. ' +
  'Install it (on Debian: apt-get install xvfb).';

/** The path of Xvfb, a screen without a monitor, or undefined. If there is none, installs Debian's when running as root. */
export async function findXvfb() {
  const [there] = onThePath([NAME]);
  if (there) return there;
  if (mayInstallPackages()) {
    process.stdout.write("No Xvfb found. Installing the system's.\n");
    await installPackages(['xvfb']);
  }
  return onThePath([NAME])[0];
}
