import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { chromiumArguments, systemChromium } from './support/chromium.ts';
import type { LocaleOption } from './support/fixtures.ts';

const executablePath = systemChromium();
const desktop = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };
const flows = ['**/flows.e2e.ts', '**/states.e2e.ts'];

/** Wide and 360 px, left to right and right to left, each in light and dark: the same product on one running system. */
export default defineConfig<LocaleOption>({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: './results',
  globalSetup: fileURLToPath(new URL('./global-setup.ts', import.meta.url)),
  fullyParallel: true,
  workers: 2,
  // A shared build machine stalls now and then, so tests get one more try there; the summary says how many needed it.
  retries: process.env.CI === undefined ? 0 : 1,
  timeout: 30_000,
  expect: { timeout: 8_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['./support/summary-reporter.ts']],
  use: {
    browserName: 'chromium',
    launchOptions: { args: chromiumArguments, ...(executablePath === undefined ? {} : { executablePath }) },
    // A page that a test changes on its way has no address, and may open no socket to this machine by itself.
    contextOptions: { reducedMotion: 'reduce', permissions: ['local-network-access'] },
    screenshot: 'only-on-failure',
    actionTimeout: 8_000,
  },
  projects: [
    { name: 'desktop', use: { viewport: desktop, locale: 'en-US', colorScheme: 'light', uiLocale: 'en' } },
    {
      name: 'mobile',
      testMatch: flows,
      use: { viewport: phone, hasTouch: true, isMobile: true, locale: 'en-US', colorScheme: 'light', uiLocale: 'en' },
    },
    {
      name: 'rtl',
      testMatch: flows,
      use: { viewport: desktop, locale: 'he-IL', colorScheme: 'light', uiLocale: 'he' },
    },
  ],
});
