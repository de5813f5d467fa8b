import type { Caller, CustomerCaller } from '@onceover/schema/caller';
import { secretBell } from '@onceover/schema/events/bells';
import { operatorTenant } from '@onceover/schema/events/tenants';
import { reportBounce } from '@onceover/schema/internal/report-bounce';
import { customer, visitor } from '@onceover/schema/test-support/callers';
import { newId } from '@onceover/service-kit/ids';
import { parse } from 'graphql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bounceReport } from '../../test-support/bounce-reports.ts';
import { envelopes } from '../../test-support/envelopes.ts';
import { startTestNotifications, type TestNotifications } from '../../test-support/test-notifications.ts';

let notifications: TestNotifications;
beforeAll(async () => {
  notifications = await startTestNotifications();
});
beforeEach(() => notifications.mailbox.comeBack());
afterAll(() => notifications[Symbol.asyncDispose]());

const operatorRef = newId();
const colonel = (more: Partial<CustomerCaller> = {}) =>
  customer(operatorRef, { role: 'colonel', hasSecondFactor: true, provenAt: Date.now() - 1_000, ...more });

const listing = parse('{ failedEmails { deliveryId template account reason attempts } }');
const settling = parse(`mutation ($input: SettleEmailInput!) { settleEmail(input: $input) {
  __typename ... on EmailSettled { deliveryId } ... on EmailNotSettled { reason } } }`);

const list = (caller: Caller = colonel()) =>
  notifications.service.subgraph.execute({ document: listing, variables: {}, caller });
const failedEmails = async () => (await list()).data?.failedEmails;
const ask = (input: object, caller: Caller = colonel()) =>
  notifications.service.subgraph.execute({ document: settling, variables: { input }, caller });
const wish = (deliveryId: string, action: 'SEND_AGAIN' | 'GIVE_UP') => {
  return { deliveryId, action, confirmation: deliveryId.slice(-8), reason: 'MAINTENANCE' };
};
const settle = async (deliveryId: string, action: 'SEND_AGAIN' | 'GIVE_UP') =>
  (await ask(wish(deliveryId, action))).data?.settleEmail;

/** An email that its server refused for good; then the server is mended. */
async function failed({ address = 'reader@refused.test', about = {} } = {}): Promise<string> {
  notifications.mailbox.refuse(550, '5.7.1 not from you');
  const deliveryId = await notifications.requests.request({ ...envelopes['secret-link'], address }, { about });
  await notifications.drain();
  await notifications.mailbox.goDown();
  await notifications.mailbox.comeBack();
  return deliveryId;
}

const storyOf = (deliveryId: string) =>
  notifications.rows<{ type: string }>(
    `select type from notifications.events where data->>'deliveryId' = $1 order by pos`,
    [deliveryId],
  );
const recordedOf = (deliveryId: string) =>
  notifications.rows(
    `select tenant_ref, data from notifications.events
     where type = 'operator.action_taken' and data->>'targetRef' = $1`,
    [deliveryId],
  );

test('a colonel sees which emails have failed, of which account and why, and never to whom', async () => {
  const account = newId();
  const deliveryId = await failed({ address: 'seen@refused.test', about: { tenantRef: account } });
  const { data, errors } = await list();
  expect(errors).toBeUndefined();
  expect(data?.failedEmails).toContainEqual(
    expect.objectContaining({ deliveryId, template: 'secret-link', account, attempts: 1, reason: expect.any(String) }),
  );
  expect(JSON.stringify(data)).not.toMatch(/@|refused\.test/);
});

test('a failed email that is sent again arrives, and who had it sent is in the trail of its account', async () => {
  const about = { tenantRef: newId(), streamId: newId() };
  const deliveryId = await failed({ address: 'again@reader.test', about });
  let rung = 0;
  using _listening = await notifications.bells.on(secretBell(about.streamId), () => {
    rung += 1;
  });
  expect(await settle(deliveryId, 'SEND_AGAIN')).toEqual({ __typename: 'EmailSettled', deliveryId });
  expect(rung).toBe(1);
  await notifications.drain();
  await notifications.mailbox.waitForMail('again@reader.test');
  expect(await notifications.mail(deliveryId)).toMatchObject({ state: 'sent', attempts: 1, has_envelope: false });
  expect(await storyOf(deliveryId)).toEqual([{ type: 'delivery.failed' }, { type: 'delivery.sent' }]);
  const email = { targetKind: 'email', targetRef: deliveryId, secretId: about.streamId };
  const data = { operatorRef, action: 'email_sent_again', ...email, reasonCode: 'maintenance' };
  expect(await recordedOf(deliveryId)).toEqual([{ tenant_ref: about.tenantRef, data }]);
  expect(JSON.stringify(await failedEmails())).not.toContain(deliveryId);
});

test('an email that fails again is listed again, and can be sent a third time and come back', async () => {
  const address = 'third@reader.test';
  const deliveryId = await failed({ address });
  notifications.mailbox.refuse(550, '5.7.1 not from you');
  await settle(deliveryId, 'SEND_AGAIN');
  await notifications.drain();
  expect(JSON.stringify(await failedEmails())).toContain(deliveryId);
  await notifications.mailbox.goDown();
  await notifications.mailbox.comeBack();
  await settle(deliveryId, 'SEND_AGAIN');
  await notifications.drain();
  const message = bounceReport('postfix', { deliveryId, to: address, status: '5.2.2' });
  await notifications.ask(reportBounce, { message: Buffer.from(message).toString('base64') });
  const types = (await storyOf(deliveryId)).map(({ type }) => type);
  expect(types).toEqual(['delivery.failed', 'delivery.failed', 'delivery.sent', 'delivery.bounced']);
});

test('an email whose secret has ended is not sent again, and the colonel is told so', async () => {
  const deliveryId = await failed();
  await notifications.rows('delete from fake_owner.envelope where delivery_id = $1', [deliveryId]);
  expect(await settle(deliveryId, 'SEND_AGAIN')).toEqual({ __typename: 'EmailNotSettled', reason: 'ENDED' });
  expect(await recordedOf(deliveryId)).toEqual([]);
  expect(await notifications.mail(deliveryId)).toMatchObject({ state: 'failed' });
});

test('an email that nobody can read any more is not sent again', async () => {
  const deliveryId = await notifications.requests.request(envelopes['secret-link'], { sealedFor: newId() });
  await notifications.drain();
  expect(await settle(deliveryId, 'SEND_AGAIN')).toEqual({ __typename: 'EmailNotSettled', reason: 'UNREADABLE' });
});

test('an email that is given up is listed no more, its envelope is deleted, and it cannot be sent again', async () => {
  const deliveryId = await failed();
  expect(await notifications.mail(deliveryId)).toMatchObject({ has_envelope: true });
  expect(await settle(deliveryId, 'GIVE_UP')).toMatchObject({ __typename: 'EmailSettled' });
  await notifications.drain();
  expect(await notifications.mail(deliveryId)).toMatchObject({ state: 'failed', has_envelope: false });
  expect(JSON.stringify(await failedEmails())).not.toContain(deliveryId);
  for (const action of ['SEND_AGAIN', 'GIVE_UP'] as const) {
    expect(await settle(deliveryId, action)).toEqual({ __typename: 'EmailNotSettled', reason: 'NOT_FAILED' });
  }
  expect(await recordedOf(deliveryId)).toMatchObject([
    { tenant_ref: operatorTenant, data: { action: 'email_given_up' } },
  ]);
});

test('of two colonels who have it sent again at once, one is told that it has not failed', async () => {
  const deliveryId = await failed({ address: 'both@reader.test' });
  const answers = await Promise.all([settle(deliveryId, 'SEND_AGAIN'), settle(deliveryId, 'SEND_AGAIN')]);
  expect(answers).toContainEqual({ __typename: 'EmailSettled', deliveryId });
  expect(answers).toContainEqual({ __typename: 'EmailNotSettled', reason: 'NOT_FAILED' });
  expect(await recordedOf(deliveryId)).toHaveLength(1);
});

test('without a fresh proof, the end of the id, or the rights of a colonel nothing is done and nothing recorded', async () => {
  const deliveryId = await failed();
  const input = wish(deliveryId, 'GIVE_UP');
  const old = await ask(input, colonel({ provenAt: Date.now() - 16 * 60_000 }));
  expect(old.data?.settleEmail).toEqual({ __typename: 'ReauthenticationRequired' });
  const typo = await ask({ ...input, confirmation: 'x' });
  expect(typo.data?.settleEmail).toEqual({ __typename: 'WrongConfirmation' });
  const none = await ask({ ...input, deliveryId: 'not-an-id', confirmation: 'ot-an-id' });
  expect(none.data?.settleEmail).toEqual({ __typename: 'EmailNotSettled', reason: 'NOT_FAILED' });
  for (const caller of [visitor, colonel({ role: 'customer' }), colonel({ hasSecondFactor: false })]) {
    for (const { data, errors } of [await ask(input, caller), await list(caller)]) {
      expect(data ?? null).toBeNull();
      expect(errors?.[0]?.extensions.code).toBe('NOT_AUTHORIZED');
    }
  }
  expect(await recordedOf(deliveryId)).toEqual([]);
  expect(await notifications.mail(deliveryId)).toMatchObject({ state: 'failed', has_envelope: true });
});

test('while whoever keeps the envelope does not answer, it is an outage and nothing is done', async () => {
  const deliveryId = await failed();
  notifications.owners.isAway = true;
  const { errors } = await ask(wish(deliveryId, 'SEND_AGAIN'));
  notifications.owners.isAway = false;
  expect(errors?.[0]?.extensions.code).toBe('UNAVAILABLE');
  expect(await recordedOf(deliveryId)).toEqual([]);
});
