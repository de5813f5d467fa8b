import { spawnSync } from 'node:child_process';
import { onThePath } from './on-the-path.js';
import { installPackages, mayInstallPackages } from './system-packages.js';

const NAMES = ['firefox-esr', 'firefox'];
/** The oldest that the tests were tried with: those before it lack commands of WebDriver BiDi by which they are driven. */
const LEAST_MAJOR = 153;

/** What to say where `findFirefox` found none. */
export const noFirefox =
  `There is no Firefox ${LEAST_MAJOR} or newer on the path, so the main flows have been tried in Chromium alone. ` +
  'Install one (on Debian: apt-get install firefox-esr), or name the program in FIREFOX_PATH.';

/** What is said at the end of every run with browsers. */
export const noWebKit =
  'NOT TRIED: WebKit (Safari). Nothing drives a WebKit that a system has as a package; Playwright drives only a build of its own, ' +
  'which is no part of npm test. See docs/TESTING.md.';

/**
 * The path of a Firefox that starts on this machine, or undefined. `FIREFOX_PATH` names one; else it is on the path. If there is
 * none, installs Debian's when running as root. Playwright's own build is never downloaded: it is no Firefox that anybody uses.
 */
export async function findFirefox() {
  // The program that Playwright starts in its place is a script that names its interpreter, which Windows does not read.
  if (process.platform === 'win32') return undefined;
  // biome-ignore lint/suspicious/noUndeclaredEnvVars: no task that turbo caches starts a browser.
  const given = process.env.FIREFOX_PATH;
  if (given) return starts(given) ? given : undefined;
  const there = onThePath(NAMES).find(starts);
  if (there) return there;
  if (mayInstallPackages()) {
    process.stdout.write("No Firefox found. Installing the system's.\n");
    await installPackages(['firefox-esr']);
  }
  return onThePath(NAMES).find(starts);
}

/** An older one than is needed counts as none, and so does a name that only leads to a store. */
function starts(program) {
  const { status, stdout } = spawnSync(program, ['--version'], { timeout: 20000, encoding: 'utf8' });
  const [, major] = /Firefox (\d+)\./.exec(stdout || '') || [];
  return status === 0 && Number(major) >= LEAST_MAJOR;
}
