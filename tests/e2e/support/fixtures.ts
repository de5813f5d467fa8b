import { type BrowserContext, test as base, type Page } from '@playwright/test';
import { ApiClient } from '../../support/api-client.ts';
import { AccountMenu } from '../../support/pages/account-menu.ts';
import { AccountPage } from '../../support/pages/account-page.ts';
import { BurnPage } from '../../support/pages/burn-page.ts';
import { DashboardPage } from '../../support/pages/dashboard-page.ts';
import { FeedbackForm } from '../../support/pages/feedback-form.ts';
import { HomePage } from '../../support/pages/home-page.ts';
import { LabelParts } from '../../support/pages/label-parts.ts';
import { MetadataPage } from '../../support/pages/metadata-page.ts';
import { SecretPage } from '../../support/pages/secret-page.ts';
import { SignInPage } from '../../support/pages/sign-in-page.ts';
import { People, type Person } from '../../support/people.ts';
import { readTexts, type Texts, type UiLocale } from '../../support/texts.ts';
import { rememberCopies } from './copied.ts';
import { Guard } from './guard.ts';
import { speakPseudo } from './pseudo-bundles.ts';
import type { Keep, Stage } from './states/stage.ts';

export interface LocaleOption {
  uiLocale: UiLocale;
  /** Other languages that states are shown in once they have been entered in that one. */
  alsoIn: readonly UiLocale[];
}

interface WorkerFixtures {
  keep: Keep;
}

interface Fixtures {
  texts: Texts;
  guard: Guard;
  /** Creates and ends secrets without a browser. */
  api: ApiClient;
  /** Ends the lifetime of an unopened secret now. */
  expire: (secretShortKey: string) => Promise<void>;
  /** Creates accounts without a browser. */
  people: People;
  /** Sets a record in the DNS that the product queries. */
  publishTxt: (name: string, value: string) => Promise<void>;
  /** Sets the addresses of a host in the DNS that the product queries; without any, the host leads nowhere. */
  pointHost: (host: string, ...addresses: readonly string[]) => Promise<void>;
  /** Gives this test's browser, or another one, the session of someone who signed in elsewhere. */
  enterAs: (person: Person, page?: Page) => Promise<void>;
  /** Another browser that shares nothing with the first. */
  otherBrowser: () => Promise<Page>;
  /** What a state of a screen is made with. */
  stage: Stage;
  home: HomePage;
  metadata: MetadataPage;
  secret: SecretPage;
  burn: BurnPage;
  signIn: SignInPage;
  account: AccountPage;
  accountMenu: AccountMenu;
  dashboard: DashboardPage;
  label: LabelParts;
  feedback: FeedbackForm;
}

function address(name: 'E2E_URL' | 'E2E_CONTROL' | 'E2E_MAIL'): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: the global setup starts the system`);
  return value;
}

/** Does what the product itself does not offer. */
async function control(action: string, query: URLSearchParams): Promise<void> {
  const answer = await fetch(`${address('E2E_CONTROL')}/${action}?${query}`, { method: 'POST' });
  if (!answer.ok) throw new Error(`${action} answered ${answer.status}`);
}

/**
 * A page that looks again by itself may ask at the moment in which its test ends. What a test does to such a request would fail then,
 * outside of any test: the worker would be ended, and with it the test that comes next.
 */
async function letRoutesGo(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
}

export const test = base.extend<Fixtures & LocaleOption, WorkerFixtures>({
  uiLocale: ['en', { option: true }],
  // In two brackets: Playwright takes a list alone for a value and its options.
  alsoIn: [[], { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern
  baseURL: async ({}, use) => use(address('E2E_URL')),
  texts: async ({ uiLocale }, use) => use(readTexts(uiLocale)),
  guard: [
    async ({ context, texts, uiLocale }, use) => {
      const guard = new Guard(address('E2E_URL'), texts);
      guard.watch(context);
      await speakPseudo(context, uiLocale);
      await rememberCopies(context);
      await use(guard);
      try {
        await guard.check(context);
      } finally {
        await letRoutesGo(context);
      }
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
    await use((secretShortKey) => control('expire', new URLSearchParams({ short: secretShortKey })));
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  publishTxt: async ({}, use) => {
    await use((name, value) => control('txt', new URLSearchParams({ name, value })));
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  pointHost: async ({}, use) => {
    await use((name, ...addresses) =>
      control('addresses', new URLSearchParams([['name', name], ...addresses.map((value) => ['value', value])])),
    );
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  people: async ({}, use) => {
    const people = new People({
      url: address('E2E_URL'),
      mailDir: address('E2E_MAIL'),
      drain: () => control('drain', new URLSearchParams()),
      runAccounts: (argv) => control('accounts', new URLSearchParams(argv.map((argument) => ['argument', argument]))),
    });
    await use(people);
  },
  enterAs: async ({ context }, use) => {
    await use(async ({ browser }, page) => {
      await (page?.context() ?? context).addCookies(browser.cookies);
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
    await Promise.all(opened.map(letRoutesGo));
    await Promise.all(opened.map((context) => context.close()));
  },
  keep: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const made = new Map<string, unknown>();
      await use(async (name, make) => {
        if (!made.has(name)) made.set(name, await make());
        return made.get(name) as Awaited<ReturnType<typeof make>>;
      });
    },
    { scope: 'worker' },
  ],
  stage: async ({ page, api, expire, texts, people, keep, enterAs, publishTxt, guard }, use) =>
    use({ page, api, expire, texts, people, keep, enterAs, publishTxt, guard }),
  home: async ({ page, texts }, use) => use(new HomePage(page, texts)),
  metadata: async ({ page, texts }, use) => use(new MetadataPage(page, texts)),
  secret: async ({ page, texts }, use) => use(new SecretPage(page, texts)),
  burn: async ({ page, texts }, use) => use(new BurnPage(page, texts)),
  signIn: async ({ page, texts }, use) => use(new SignInPage(page, texts)),
  account: async ({ page, texts }, use) => use(new AccountPage(page, texts)),
  accountMenu: async ({ page, texts }, use) => use(new AccountMenu(page, texts)),
  dashboard: async ({ page, texts }, use) => use(new DashboardPage(page, texts)),
  label: async ({ page, texts }, use) => use(new LabelParts(page, texts)),
  feedback: async ({ page, texts }, use) => use(new FeedbackForm(page, texts)),
});

export { expect } from '@playwright/test';
