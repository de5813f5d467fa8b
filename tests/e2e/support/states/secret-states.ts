import type { Page } from '@playwright/test';
import { linkKey } from '../../../support/mail-files.ts';
import { reloadAfterReading, type SecretPage } from '../../../support/pages/secret-page.ts';
import { message, type ScreenState, type Stage, secretPage } from './stage.ts';

async function atSecret(stage: Stage, passphrase = ''): Promise<SecretPage> {
  const { secretKey } = await stage.api.conceal(message, passphrase === '' ? {} : { passphrase });
  const secret = secretPage(stage);
  await secret.visit(secretKey);
  return secret;
}

/** The link of a sign-up in another browser. */
async function atVerification(stage: Stage): Promise<SecretPage> {
  const { email } = await stage.people.unverified();
  const secret = secretPage(stage);
  await secret.visit(linkKey(await stage.people.mailTo(email), 'secret'));
  return secret;
}

/** Answers every reveal like this, whatever the server would say. */
async function answerReveals(
  page: Page,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): Promise<void> {
  await page.route('**/api/v2/secret/*', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    return route.fulfill({ status, contentType: 'application/json', headers, body: JSON.stringify(body) });
  });
}

const limited = { message: 'Cripes! You have been rate limited.', success: false, code: 'rate_limited' };

export const secretStates: readonly ScreenState[] = [
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
    name: 'secret-hold',
    async enter(stage) {
      const secret = await atSecret(stage);
      // Out of nowhere, as a program does.
      await secret.open.click();
      await secret.hold.waitFor();
    },
  },
  {
    name: 'secret-question',
    async enter(stage) {
      const secret = await atSecret(stage, 'plum');
      await secret.open.click();
      await secret.cannotHold.click();
      await secret.answer.waitFor();
    },
  },
  {
    name: 'secret-wrong',
    async enter(stage) {
      const secret = await atSecret(stage, 'plum');
      await secret.passphrase.fill('pear');
      await secret.press();
      await secret.passphraseError.waitFor();
    },
  },
  {
    name: 'secret-limited',
    async enter(stage) {
      const secret = await atSecret(stage, 'plum');
      await answerReveals(stage.page, 400, limited, { 'Retry-After': '1740' });
      await secret.passphrase.fill('pear');
      await secret.press();
      await secret.error.waitFor();
    },
  },
  {
    name: 'secret-locked',
    async enter(stage) {
      const secret = await atSecret(stage, 'plum');
      await answerReveals(stage.page, 400, limited);
      await secret.press();
      await secret.error.waitFor();
    },
  },
  {
    name: 'secret-interrupted',
    async enter(stage) {
      const secret = await atSecret(stage);
      await answerReveals(stage.page, 503, { message: "We'll be back shortly!", code: 'outcome_unknown' });
      await secret.press();
      await secret.retry.waitFor();
    },
  },
  {
    name: 'secret-revealed',
    async enter(stage) {
      const secret = await atSecret(stage);
      await secret.press();
      await secret.value.waitFor();
    },
  },
  {
    name: 'secret-kept',
    async enter(stage) {
      const secret = await atSecret(stage);
      await secret.press();
      await secret.copy.click();
      await stage.page.getByText(stage.texts.core.secret.mayClose).waitFor();
    },
  },
  {
    name: 'secret-leave',
    isModal: true,
    async enter(stage) {
      const secret = await atSecret(stage);
      await secret.press();
      await secret.value.waitFor();
      await stage.page.evaluate(() => history.back());
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'secret-closed',
    async enter(stage) {
      const secret = await atSecret(stage);
      await secret.press();
      await secret.value.waitFor();
      await reloadAfterReading(stage.page);
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
  { name: 'secret-verify-elsewhere', enter: async (stage) => void (await atVerification(stage)) },
  {
    name: 'secret-verify-choose',
    async enter(stage) {
      await atVerification(stage);
      await stage.page.getByRole('link', { name: stage.texts.core.secret.chooseInstead }).click();
      await stage.page.locator('[name=password_confirm]').waitFor();
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
