import type { Page } from '@playwright/test';
import type { ApiClient } from '../../support/api-client.ts';
import { BurnPage } from '../../support/pages/burn-page.ts';
import { HomePage } from '../../support/pages/home-page.ts';
import { MetadataPage } from '../../support/pages/metadata-page.ts';
import { SecretPage } from '../../support/pages/secret-page.ts';
import type { Texts } from './texts.ts';

export interface Stage {
  readonly page: Page;
  readonly api: ApiClient;
  readonly expire: (secretShortKey: string) => Promise<void>;
  readonly texts: Texts;
}

/** One thing a person can have before their eyes. */
export interface ScreenState {
  readonly name: string;
  readonly isModal?: true;
  enter(stage: Stage): Promise<void>;
}

const message = 'Wi-Fi at the office: onceover-guest\nPassword: tea-at-five-77';

const home = ({ page, texts }: Stage) => new HomePage(page, texts);
const secretPage = ({ page, texts }: Stage) => new SecretPage(page, texts);
const metadataPage = ({ page, texts }: Stage) => new MetadataPage(page, texts);
const burnPage = ({ page, texts }: Stage) => new BurnPage(page, texts);

async function atSecret(stage: Stage, passphrase = ''): Promise<SecretPage> {
  const { secretKey } = await stage.api.conceal(message, passphrase === '' ? {} : { passphrase });
  const secret = secretPage(stage);
  await secret.visit(secretKey);
  return secret;
}

/** Answers every reveal like this, whatever the server would say. */
async function answerReveals(page: Page, status: number, body: object, headers: Record<string, string> = {}): Promise<void> {
  await page.route('**/api/v2/secret/*', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    return route.fulfill({ status, contentType: 'application/json', headers, body: JSON.stringify(body) });
  });
}

const limited = { message: 'Cripes! You have been rate limited.', success: false, code: 'rate_limited' };

const homeStates: readonly ScreenState[] = [
  { name: 'home', enter: (stage) => home(stage).open() },
  {
    name: 'home-typed',
    async enter(stage) {
      const form = home(stage);
      await form.open();
      await form.text.fill(message);
      await form.passphrase.fill('plum');
    },
  },
  {
    name: 'home-truncated',
    async enter(stage) {
      const form = home(stage);
      await form.open();
      await form.text.fill('a'.repeat(10_001));
    },
  },
  {
    name: 'home-error',
    async enter(stage) {
      const form = home(stage);
      await form.open();
      await form.text.focus();
      await stage.page.keyboard.press('Control+Enter');
      await form.error.waitFor();
    },
  },
  {
    name: 'home-leave',
    isModal: true,
    async enter(stage) {
      const form = home(stage);
      await form.open();
      await form.text.fill(message);
      await stage.page.getByRole('banner').getByRole('link', { name: stage.texts.core.header.about }).click();
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'language-menu',
    isModal: true,
    async enter(stage) {
      await home(stage).open();
      await stage.page.getByRole('banner').locator('button[aria-haspopup=menu]').click();
    },
  },
];

const secretStates: readonly ScreenState[] = [
  { name: 'secret-confirm', enter: async (stage) => void (await atSecret(stage)) },
  {
    name: 'secret-details',
    async enter(stage) {
      await atSecret(stage);
      await stage.page.getByText(stage.texts.core.secret.details.summary).first().click();
    },
  },
  { name: 'secret-passphrase', enter: async (stage) => void (await atSecret(stage, 'plum')) },
  {
    name: 'secret-wrong',
    async enter(stage) {
      const secret = await atSecret(stage, 'plum');
      await secret.passphrase.fill('pear');
      await secret.open.click();
      await secret.passphraseError.waitFor();
    },
  },
  {
    name: 'secret-limited',
    async enter(stage) {
      const secret = await atSecret(stage, 'plum');
      await answerReveals(stage.page, 400, limited, { 'Retry-After': '1740' });
      await secret.passphrase.fill('pear');
      await secret.open.click();
      await secret.error.waitFor();
    },
  },
  {
    name: 'secret-locked',
    async enter(stage) {
      const secret = await atSecret(stage, 'plum');
      await answerReveals(stage.page, 400, limited);
      await secret.open.click();
      await secret.error.waitFor();
    },
  },
  {
    name: 'secret-interrupted',
    async enter(stage) {
      const secret = await atSecret(stage);
      await answerReveals(stage.page, 503, { message: "We'll be back shortly!", code: 'outcome_unknown' });
      await secret.open.click();
      await secret.retry.waitFor();
    },
  },
  {
    name: 'secret-revealed',
    async enter(stage) {
      const secret = await atSecret(stage);
      await secret.open.click();
      await secret.value.waitFor();
    },
  },
  {
    name: 'secret-owner',
    async enter(stage) {
      await stage.page.route('**/api/v2/secret/*', async (route) => {
        const answer = await route.fetch();
        const json = await answer.json();
        json.record.is_owner = true;
        await route.fulfill({ response: answer, json });
      });
      await atSecret(stage);
    },
  },
  { name: 'secret-gone', enter: (stage) => secretPage(stage).visit('0'.repeat(31)) },
  {
    name: 'secret-load-failed',
    async enter(stage) {
      await stage.page.route('**/api/v2/secret/*', (route) => route.abort('failed'));
      await secretPage(stage).visit('0'.repeat(31));
    },
  },
];

const privateStates: readonly ScreenState[] = [
  {
    name: 'private-new',
    async enter(stage) {
      await home(stage).open();
      await home(stage).share(message, 'plum');
      await metadataPage(stage).shareLink.waitFor();
    },
  },
  {
    name: 'private-generated',
    async enter(stage) {
      await home(stage).open();
      await home(stage).generate.click();
      await metadataPage(stage).generated.waitFor();
    },
  },
  {
    name: 'private-qr',
    isModal: true,
    async enter(stage) {
      await metadataPage(stage).open((await stage.api.conceal(message)).metadataKey);
      await metadataPage(stage).qr.click();
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'private-guard',
    enter: async (stage) => metadataPage(stage).open((await stage.api.conceal(message)).metadataKey),
  },
  {
    name: 'private-received',
    async enter(stage) {
      const { metadataKey, secretKey } = await stage.api.conceal(message);
      await stage.api.reveal(secretKey);
      await metadataPage(stage).open(metadataKey);
    },
  },
  {
    name: 'private-burned',
    async enter(stage) {
      const { metadataKey } = await stage.api.conceal(message);
      await stage.api.burn(metadataKey);
      await metadataPage(stage).open(metadataKey);
    },
  },
  {
    name: 'private-expired',
    async enter(stage) {
      const { metadataKey, secretShortKey } = await stage.api.conceal(message);
      await stage.expire(secretShortKey);
      await metadataPage(stage).open(metadataKey);
    },
  },
  {
    name: 'burn',
    enter: async (stage) =>
      burnPage(stage).open((await stage.api.conceal(message, { passphrase: 'plum' })).metadataKey),
  },
  {
    name: 'burn-cannot',
    async enter(stage) {
      const { metadataKey, secretKey } = await stage.api.conceal(message);
      await stage.api.reveal(secretKey);
      await burnPage(stage).open(metadataKey);
    },
  },
];

const readingPages = {
  about: '/about',
  privacy: '/info/privacy',
  terms: '/info/terms',
  security: '/info/security',
  404: '/nowhere',
};

const readingStates: readonly ScreenState[] = Object.entries(readingPages).map(([name, path]) => ({
  name,
  enter: async ({ page }) => void (await page.goto(path)),
}));

export const states: readonly ScreenState[] = [...homeStates, ...secretStates, ...privateStates, ...readingStates];
