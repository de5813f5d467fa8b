import { type BrowserContext, test as base, type Page } from '@playwright/test';
import { ApiClient } from '../../support/api-client.ts';
import { BurnPage } from '../../support/pages/burn-page.ts';
import { HomePage } from '../../support/pages/home-page.ts';
import { MetadataPage } from '../../support/pages/metadata-page.ts';
import { SecretPage } from '../../support/pages/secret-page.ts';
import { rememberCopies } from './copied.ts';
import { Guard } from './guard.ts';
import { readTexts, type Texts, type UiLocale } from './texts.ts';

export interface LocaleOption {
  uiLocale: UiLocale;
}

interface Fixtures {
  texts: Texts;
  guard: Guard;
  /** Makes and ends secrets without a browser. */
  api: ApiClient;
  /** Ends the lifetime of an unopened secret now. */
  expire: (secretShortKey: string) => Promise<void>;
  /** Another browser with nothing in common with the first. */
  otherBrowser: () => Promise<Page>;
  home: HomePage;
  metadata: MetadataPage;
  secret: SecretPage;
  burn: BurnPage;
}

function address(name: 'E2E_URL' | 'E2E_CONTROL'): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: the global setup starts the system`);
  return value;
}

export const test = base.extend<Fixtures & LocaleOption>({
  uiLocale: ['en', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern
  baseURL: async ({}, use) => use(address('E2E_URL')),
  texts: async ({ uiLocale }, use) => use(readTexts(uiLocale)),
  guard: [
    async ({ context, texts }, use) => {
      const guard = new Guard(address('E2E_URL'), texts);
      guard.watch(context);
      await rememberCopies(context);
      await use(guard);
      await guard.check(context);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  api: async ({}, use) => {
    using client = new ApiClient(address('E2E_URL'));
    await use(client);
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  expire: async ({}, use) => {
    await use(async (secretShortKey) => {
      const answer = await fetch(`${address('E2E_CONTROL')}/expire?short=${secretShortKey}`, { method: 'POST' });
      if (!answer.ok) throw new Error(`The secret could not be aged: ${answer.status}`);
    });
  },
  otherBrowser: async ({ browser, contextOptions, viewport, locale }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const options = { ...contextOptions, viewport, baseURL: address('E2E_URL') };
      const context = await browser.newContext(locale === undefined ? options : { ...options, locale });
      opened.push(context);
      return context.newPage();
    });
    await Promise.all(opened.map((context) => context.close()));
  },
  home: async ({ page, texts }, use) => use(new HomePage(page, texts)),
  metadata: async ({ page, texts }, use) => use(new MetadataPage(page, texts)),
  secret: async ({ page, texts }, use) => use(new SecretPage(page, texts)),
  burn: async ({ page, texts }, use) => use(new BurnPage(page, texts)),
});

export { expect } from '@playwright/test';
