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

/** What tests drive, if it is not Playwright's own: the headless shell that `HEADLESS_SHELL_PATH` names, else the system's Chromium. */
export function drivenChromium(): string | undefined {
  const shell = process.env.HEADLESS_SHELL_PATH;
  return shell !== undefined && shell !== '' ? shell : systemChromium();
}

/**
 * No sandbox as root, no requests by the browser itself; the hosts of test customers are on this machine. It does not say that it is
 * driven, or has no window: tests act as people, whom the page of a link does not doubt (`press-like-a-person.ts`).
 */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-blink-features=AutomationControlled',
  '--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  '--host-resolver-rules=MAP *.acme-links.com 127.0.0.1',
];
