import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { locales } from '@onceover/schema/locales';
import { defineConfig, type Project } from '@playwright/test';
import { isPseudo, type PseudoLocale, pseudoLocales, type UiLocale } from '../support/texts.ts';
import { chromiumArguments, drivenChromium } from './support/chromium.ts';
import { firefoxOptions, systemFirefox } from './support/firefox.ts';
import type { LocaleOption } from './support/fixtures.ts';

const executablePath = drivenChromium();
const firefox = systemFirefox();
const desktop = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };
const states = '**/states.e2e.ts';
const flows = ['**/flows.e2e.ts', states];

/**
 * Wide and 360 px, left to right and right to left, in the language with the longest words and in one longer still, each in light
 * and dark: the same product on one running system.
 */
export default defineConfig<LocaleOption>({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: './results',
  globalSetup: fileURLToPath(new URL('./global-setup.ts', import.meta.url)),
  fullyParallel: true,
  // Half of the time a test waits for what moves, is typed or comes by email.
  workers: Math.max(2, Math.ceil(availableParallelism() * 1.5)),
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
    {
      name: 'desktop',
      testIgnore: states,
      use: { viewport: desktop, locale: 'en-US', colorScheme: 'light', uiLocale: 'en' },
    },
    {
      name: 'mobile',
      testMatch: flows,
      use: {
        viewport: phone,
        hasTouch: true,
        isMobile: true,
        locale: 'de-DE',
        colorScheme: 'light',
        uiLocale: 'de',
        alsoIn: ['en-XA'],
      },
    },
    {
      name: 'rtl',
      testMatch: flows,
      use: { viewport: desktop, locale: 'ar-EG', colorScheme: 'light', uiLocale: 'ar', alsoIn: ['en'] },
    },
    ...(firefox === undefined
      ? []
      : [
          {
            name: 'firefox',
            // Its start alone takes seconds, and each step is a message more than in Chromium.
            timeout: 90_000,
            testMatch: '**/keyboard.e2e.ts',
            use: { ...firefoxOptions(firefox), locale: 'en-US', uiLocale: 'en' as const },
          },
        ]),
    ...(process.env.E2E_LANGUAGES?.split(',').flatMap(picturesIn) ?? []),
  ],
});

/** All states in one more language, wide and narrow, for whoever reads a translation in its place: `E2E_LANGUAGES=he,cn`. */
function picturesIn(code: string): Project<LocaleOption>[] {
  const known = locales.find((one) => one.code === code);
  if (known === undefined && !isPseudo(code as UiLocale))
    throw new Error(`E2E_LANGUAGES: there is no language ${code}`);
  const locale = known?.tag ?? pseudoLocales[code as PseudoLocale].stead;
  return [desktop, phone].map((viewport) => ({
    name: `${code}-${viewport.width}`,
    testMatch: states,
    use: { viewport, locale, colorScheme: 'light', uiLocale: code as UiLocale },
  }));
}
