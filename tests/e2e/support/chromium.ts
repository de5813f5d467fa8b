import { existsSync } from 'node:fs';

const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
];

/** The system's Chromium if there is one; undefined means Playwright's own. `CHROMIUM_PATH` names another. */
export function systemChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  return named !== undefined && named !== '' ? named : known.find((path) => existsSync(path));
}

/** No sandbox as root, no requests by the browser itself; the hosts of test customers are on this machine. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--host-resolver-rules=MAP *.acme-links.com 127.0.0.1',
];
