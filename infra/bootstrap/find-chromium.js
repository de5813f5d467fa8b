import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { onThePath } from './on-the-path.js';
import { installed, root } from './project.js';
import { run } from './run.js';
import { installPackages, mayInstallPackages } from './system-packages.js';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const HEADLESS_SHELL = 'chromium-headless-shell';

/**
 * A Chromium that starts on this machine: the path of the system's, 'playwright' for Playwright's own, or undefined.
 * If there is none, fetches one: Playwright's, or from Debian's packages when running as root.
 */
export async function findChromium() {
  const there = (await playwrightsOwn()) || ofTheSystem();
  if (there) return there;
  process.stdout.write("No Chromium found. Downloading Playwright's.\n");
  await run(installed('playwright'), ['install', 'chromium'], {
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
  });
  const fetched = await playwrightsOwn();
  if (fetched) return fetched;
  if (mayInstallPackages()) {
    process.stdout.write("Playwright's Chromium does not start here. Installing the system's.\n");
    await installPackages(['chromium']);
  }
  return ofTheSystem();
}

/**
 * The same browser without all that windows need, which does the same with a third less work: the path of the system's, or undefined
 * where there is none. Playwright takes its own by itself.
 */
export async function findHeadlessShell(chromium) {
  if (chromium === 'playwright') return undefined;
  const there = () => onThePath([HEADLESS_SHELL]).find(starts);
  if (there() === undefined && mayInstallPackages()) await installPackages([HEADLESS_SHELL]);
  return there();
}

/** Playwright's own counts only if it starts, because it needs libraries from the system. */
async function playwrightsOwn() {
  const tests = createRequire(path.join(root, 'tests', 'package.json'));
  const { chromium } = (await import(pathToFileURL(tests.resolve('@playwright/test')).href)).default;
  return starts(chromium.executablePath()) ? 'playwright' : undefined;
}

const ofTheSystem = () => onThePath(NAMES).find(starts);

function starts(program) {
  return fs.existsSync(program) && spawnSync(program, ['--version'], { timeout: 20000 }).status === 0;
}
