import fs from 'node:fs';
import { installPackages, mayInstallPackages } from './system-packages.js';

/** Where Debian and others put the library. */
const PLACES = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/faketime/libfaketime.so.1',
  '/usr/lib64/faketime/libfaketime.so.1',
];

/** What to say where `findFaketime` found none. */
export const noFaketime =
  'There is no libfaketime, by which data of released versions is opened at the time when it was left. ' +
  'Install it (on Debian: apt-get install faketime), or name the library in FAKETIME_LIBRARY.';

/**
 * The path of libfaketime, or undefined. `FAKETIME_LIBRARY` names it; if it is in none of the usual places, installs Debian's
 * when running as root.
 */
export async function findFaketime() {
  // biome-ignore lint/suspicious/noUndeclaredEnvVars: no task that turbo caches moves a clock.
  const given = process.env.FAKETIME_LIBRARY;
  if (given) return fs.existsSync(given) ? given : undefined;
  const there = inItsPlace();
  if (there) return there;
  if (mayInstallPackages()) {
    process.stdout.write("No libfaketime found. Installing the system's.\n");
    await installPackages(['faketime']);
  }
  return inItsPlace();
}

/** The path of the library where it usually is, or undefined. */
export const inItsPlace = () => PLACES.find((file) => fs.existsSync(file));
