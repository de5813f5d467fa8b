import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';

const known = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The system's Firefox if there is one; `FIREFOX_PATH` names another, or is empty where none may be used. */
export function systemFirefox(): string | undefined {
  const named = process.env.FIREFOX_PATH;
  if (named === undefined) return known.find((path) => existsSync(path));
  return named === '' ? undefined : named;
}

/** How Playwright starts the system's Firefox, and drives it by WebDriver BiDi. What it can not pretend is told by preferences. */
export function firefoxOptions(program: string): Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> {
  return {
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: fileURLToPath(new URL('./firefox-bridge.ts', import.meta.url)),
      env: { ...process.env, FIREFOX_PATH: program },
      args: [],
      // Without a screen it believes that there is no mouse; 6 is one that points precisely and hovers.
      firefoxUserPrefs: {
        'ui.prefersReducedMotion': 1,
        'ui.systemUsesDarkTheme': 0,
        'ui.primaryPointerCapabilities': 6,
      },
    },
    viewport: { width: 1280, height: 800 },
    colorScheme: null,
    contextOptions: { reducedMotion: null, forcedColors: null, contrast: null },
  };
}
