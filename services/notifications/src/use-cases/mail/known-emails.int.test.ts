import type { Caller } from '@onceover/schema/caller';
import { reportBounce } from '@onceover/schema/internal/report-bounce';
import { notificationsHealth } from '@onceover/schema/internal/service-health';
import { customer, visitor } from '@onceover/schema/test-support/callers';
import { newId } from '@onceover/service-kit/ids';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bounceReport } from '../../test-support/bounce-reports.ts';
import { envelopes } from '../../test-support/envelopes.ts';
import { startTestNotifications, type TestNotifications } from '../../test-support/test-notifications.ts';

let notifications: TestNotifications;
beforeAll(async () => {
  notifications = await startTestNotifications();
});
afterAll(() => notifications[Symbol.asyncDispose]());

const colonel = customer(newId(), { role: 'colonel', hasSecondFactor: true });

const document = parse(`query ($of: [_Any!]!) { _entities(representations: $of) {
  ... on Customer { emails { queued sent failed suppressed bounced lastFailure { reason at } } }
  ... on Metadata { created deliveries { status at } } } }`);
async function entity(representation: Record<string, unknown>, caller: Caller) {
  const variables = { of: [representation] };
  const { data, errors } = await notifications.service.subgraph.execute({ document, variables, caller });
  expect(errors).toBeUndefined();
  const [found] = (data?._entities as readonly (Record<string, unknown> | null)[] | undefined) ?? [];
  return found;
}

const created = 1_900_000_000;
const deliveriesOf = async (id: string, emailCount: number) =>
  (await entity({ __typename: 'Metadata', id, emailCount, created }, visitor))?.deliveries;

let addresses = 0;
/** Emails that one stream asks for, each with its fate. */
async function emails(
  about: { streamId: string; tenantRef: string },
  fates: readonly ('sent' | 'failed' | 'bounced')[],
) {
  for (const [after, fate] of fates.entries()) {
    addresses += 1;
    if (fate === 'failed') notifications.mailbox.refuse(550, '5.7.1 not from you');
    const envelope = { ...envelopes['secret-link'], address: `reader${addresses}@example.test` };
    const deliveryId = await notifications.requests.request(envelope, {
      about: after === 0 ? about : { ...about, after },
    });
    await notifications.drain();
    if (fate === 'bounced') {
      const message = bounceReport('postfix', { deliveryId, to: envelope.address, status: '5.2.2' });
      await notifications.ask(reportBounce, { message: Buffer.from(message).toString('base64') });
    }
    await notifications.mailbox.goDown();
    await notifications.mailbox.comeBack();
  }
}

test('the emails of a secret are told in the order they were asked for; one not heard of yet is queued', async () => {
  const about = { streamId: newId(), tenantRef: newId() };
  const queued = { status: 'QUEUED', at: created };
  const ended = (status: string) => ({ status, at: expect.any(Number) });
  expect(await deliveriesOf(about.streamId, 0)).toEqual([]);
  expect(await deliveriesOf(about.streamId, 2)).toEqual([queued, queued]);
  await emails(about, ['failed', 'sent']);
  expect(await deliveriesOf(about.streamId, 3)).toEqual([ended('FAILED'), ended('SENT'), queued]);
  expect(await deliveriesOf(newId(), 1)).toEqual([queued]);
});

test('an email that came back is told since when', async () => {
  const about = { streamId: newId(), tenantRef: newId() };
  await emails(about, ['bounced', 'sent']);
  expect(await deliveriesOf(about.streamId, 2)).toMatchObject([{ status: 'BOUNCED' }, { status: 'SENT' }]);
  const [row] = await notifications.rows<{ bounced: Date }>(
    'select bounced from notifications.mail where bounced is not null and subject_ref = $1',
    [about.streamId],
  );
  expect(await deliveriesOf(about.streamId, 1)).toMatchObject([
    { at: Math.floor((row?.bounced.getTime() ?? 0) / 1000) },
  ]);
});

describe('the emails of a customer', () => {
  const emailsOf = (id: string, caller: Caller) => entity({ __typename: 'Customer', id }, caller);

  test('are counted for themselves and for a colonel, with the newest failure', async () => {
    const id = newId();
    await emails({ streamId: newId(), tenantRef: id }, ['sent', 'failed', 'bounced', 'sent']);
    const known = {
      emails: {
        queued: 0,
        sent: 2,
        failed: 1,
        suppressed: 0,
        bounced: 1,
        lastFailure: { reason: 'mailbox-full', at: expect.any(Number) },
      },
    };
    expect(await emailsOf(id, customer(id))).toEqual(known);
    expect(await emailsOf(id, colonel)).toEqual(known);
    const none = { emails: { queued: 0, sent: 0, failed: 0, suppressed: 0, bounced: 0, lastFailure: null } };
    expect(await emailsOf(colonel.accountRef, colonel)).toEqual(none);
  });

  test.each<[string, (id: string) => Caller]>([
    ['a visitor', () => visitor],
    ['somebody else', () => customer(newId())],
    ['a colonel without the second factor', () => ({ ...colonel, hasSecondFactor: false })],
    ['a narrow token', (id) => customer(id, { credential: { kind: 'token', ref: 't', scopes: ['recent'] } })],
  ])('are nothing to %s', async (_who, callerOf) => {
    const id = newId();
    expect(await emailsOf(id, callerOf(id))).toBeNull();
  });
});

test('the service says how it is doing: its consumers, its settings without secrets, how many emails wait and since when', async () => {
  const before = await notifications.ask(notificationsHealth, {});
  expect(before.mailQueue).toEqual({ waiting: 0, oldest: null });
  expect(before.consumers).toContainEqual(
    expect.objectContaining({ consumer: 'notifications.mail@1', source: 'secrets', halt: null }),
  );
  expect(before).toMatchObject({ deadLetters: [], connections: { most: 6 } });
  const settings = JSON.stringify(before.settings);
  expect(settings).toContain('ONCEOVER_MAIL_FROM');
  expect(settings).not.toMatch(/SMTP_URL|KEK"|smtp:/);
  notifications.mailbox.refuse(451, 'later');
  await notifications.requests.request(envelopes['secret-link']);
  await notifications.drain();
  const { mailQueue } = await notifications.ask(notificationsHealth, {});
  expect(mailQueue).toEqual({ waiting: 1, oldest: expect.any(Date) });
});
