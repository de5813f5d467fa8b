import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf, customer, goodPassword, mailsOf, signedIn, signUp, someAddress } from '../../test-support/people.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';
import { type DisabledWebhook, disabledWebhook, tellOfWebhookUseCase } from './tell-of-webhook.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

const aWebhook = (accountRef: string, more: Partial<DisabledWebhook> = {}): DisabledWebhook => ({
  eventId: newId(),
  accountRef,
  webhookId: newId(),
  reason: 'failing',
  isOfInstallation: false,
  ...more,
});
const tell = (found: DisabledWebhook) => tellOfWebhookUseCase(accounts.parts.services.account)(found);
const noticesTo = async (accountRef: string) =>
  (await mailsOf(accounts, accountRef)).filter(({ template }) => template === 'webhook-disabled');
const toldOf = async (accountRef: string) =>
  (await accounts.eventTypes(accountRef)).filter((type) => type === 'account.webhook_disabled_told').length;

test('whoever set it up is told why and where to look, once for each time', async () => {
  const { email, accountRef } = await customer(accounts);
  const first = aWebhook(accountRef);
  await tell(first);
  await Promise.all([tell(first), tell(first)]);
  const address = { template: 'webhook-disabled', address: email, locale: 'en' };
  const path = `/account/webhooks/${first.webhookId}`;
  expect(await noticesTo(accountRef)).toEqual([{ ...address, reason: 'failing', path }]);
  await tell({ ...first, eventId: newId(), reason: 'gone' });
  expect(await noticesTo(accountRef)).toEqual([
    { ...address, reason: 'failing', path },
    { ...address, reason: 'gone', path },
  ]);
  expect(await toldOf(accountRef)).toBe(2);
});

test('a webhook of the installation is looked at where colonels look', async () => {
  const { accountRef } = await customer(accounts);
  const webhook = aWebhook(accountRef, { isOfInstallation: true });
  await tell(webhook);
  expect(await noticesTo(accountRef)).toMatchObject([{ path: `/colonel/webhooks/${webhook.webhookId}` }]);
});

test('nobody else is told: no account, no proven address, a disabled account, a closed one', async () => {
  const unverified = await signUp(accounts, someAddress());
  const { accountRef: disabled } = await customer(accounts);
  await accounts.rows('update accounts.account set is_disabled = true where account_ref = $1', [disabled]);
  const { email, accountRef: closed } = await customer(accounts);
  await accounts.useCases.deleteAccount(goodPassword, await callerOf(accounts, (await signedIn(accounts, email)).id));
  for (const accountRef of [newId(), unverified, disabled, closed]) {
    await tell(aWebhook(accountRef));
    expect(await noticesTo(accountRef)).toEqual([]);
    expect(await toldOf(accountRef)).toBe(0);
  }
});

test('while nothing can be sealed it is tried again, and nothing is lost', async () => {
  const { accountRef } = await customer(accounts);
  const webhook = aWebhook(accountRef);
  // The key to seal to is too old by then.
  accounts.clock.advance({ days: 40 });
  accounts.neighbours.isAway = true;
  await expect(tell(webhook)).rejects.toThrow();
  accounts.neighbours.isAway = false;
  await tell(webhook);
  expect(await noticesTo(accountRef)).toHaveLength(1);
});

test('a job that says something else is refused', () => {
  const good = aWebhook(newId());
  expect(disabledWebhook.parse({ ...good })).toEqual(good);
  for (const change of [{ webhookId: 'https://hooks.example/a' }, { reason: 'tired' }, { eventId: undefined }])
    expect(() => disabledWebhook.parse({ ...good, ...change })).toThrow();
});
