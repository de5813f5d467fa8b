import { jobQueueIn } from '@onceover/event-bus';
import { createPostgresEventSource, inTransaction, knexOn } from '@onceover/event-store';
import { submitFeedback } from '@onceover/schema/internal/submit-feedback';
import { ownOrigin } from '@onceover/service-kit/origin';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeDownMail } from '../../adapters/postgres/mail-table.ts';
import { mailLog } from '../../logger.ts';
import { onDeliveryRequested } from '../../messaging/on-delivery-requested.ts';
import { envelopes } from '../../test-support/envelopes.ts';
import { startTestNotifications, type TestNotifications } from '../../test-support/test-notifications.ts';

let notifications: TestNotifications;
beforeAll(async () => {
  notifications = await startTestNotifications();
});
beforeEach(async () => {
  notifications.owners.isAway = false;
  await notifications.mailbox.comeBack();
});
afterAll(() => notifications[Symbol.asyncDispose]());

let readers = 0;
/** An email to a reader of its own. */
async function ask(): Promise<{ readonly deliveryId: string; readonly address: string }> {
  readers += 1;
  const address = `reader-${readers}@outage.test`;
  return { address, deliveryId: await notifications.requests.request({ ...envelopes['secret-link'], address }) };
}
const received = (address: string) => notifications.mailbox.mails().filter(({ to }) => to === address);

test('a mail server that is away for an hour delays the email, and nothing else', async () => {
  await notifications.mailbox.goDown();
  const { address, deliveryId } = await ask();
  await notifications.drain();
  for (const [rest, attempts] of [
    [10, 2],
    [60, 3],
    [300, 4],
    [1800, 5],
  ] as const) {
    expect(await notifications.mail(deliveryId)).toMatchObject({ state: 'queued', ending: null, has_envelope: true });
    await notifications.pass(rest - 5);
    expect((await notifications.mail(deliveryId)).attempts).toBe(attempts - 1);
    await notifications.pass(5);
    expect((await notifications.mail(deliveryId)).attempts).toBe(attempts);
  }
  await notifications.mailbox.comeBack();
  await notifications.pass(7200);
  expect(await notifications.mail(deliveryId)).toMatchObject({ state: 'sent', attempts: 6, has_envelope: false });
  expect(received(address)).toHaveLength(1);
});

test('an email nobody takes is given up after the sixth try', async () => {
  notifications.mailbox.refuse(451);
  const { deliveryId } = await ask();
  await notifications.drain();
  for (const rest of [10, 60, 300, 1800, 7200]) await notifications.pass(rest);
  expect(await notifications.mail(deliveryId)).toEqual({
    state: 'failed',
    attempts: 6,
    reason_code: 'smtp-451',
    ending: 'delivery.failed',
    has_envelope: true,
  });
});

test('an email that is refused for good fails at once, and its address gets no other', async () => {
  notifications.mailbox.refuse(550, '5.1.1 no such user');
  const { address, deliveryId } = await ask();
  await notifications.drain();
  const failed = { state: 'failed', attempts: 1, ending: 'delivery.failed' };
  expect(await notifications.mail(deliveryId)).toMatchObject({ ...failed, reason_code: 'smtp-550' });

  await notifications.mailbox.comeBack();
  const envelope = { ...envelopes['password-changed'], address: address.toUpperCase() };
  const second = await notifications.requests.request(envelope);
  await notifications.drain();
  expect(await notifications.mail(second)).toMatchObject({ ...failed, reason_code: 'unknown-address' });
  expect(received(address)).toEqual([]);

  await notifications.rows(`update notifications.suppressed_address set until = until - interval '30 days'`);
  const third = await notifications.requests.request(envelope);
  await notifications.drain();
  expect((await notifications.mail(third)).state).toBe('sent');
});

test('a rejection that is not about the address leaves the address alone', async () => {
  notifications.mailbox.refuse(550, '5.7.1 we do not want this');
  const { address, deliveryId } = await ask();
  await notifications.drain();
  expect((await notifications.mail(deliveryId)).state).toBe('failed');
  await notifications.mailbox.comeBack();
  const again = await notifications.requests.request({ ...envelopes['secret-link'], address });
  await notifications.drain();
  expect((await notifications.mail(again)).state).toBe('sent');
});

test('an owner that is away costs the email no try', async () => {
  notifications.owners.isAway = true;
  const { deliveryId } = await ask();
  await notifications.drain();
  await notifications.pass(5);
  expect(await notifications.mail(deliveryId)).toMatchObject({ state: 'queued', attempts: 0, ending: null });
  notifications.owners.isAway = false;
  await notifications.pass(5);
  expect(await notifications.mail(deliveryId)).toMatchObject({ state: 'sent', attempts: 1 });
});

test('while a mail server hangs, no connection to the database is held and every request is answered', async () => {
  notifications.mailbox.hang();
  const asked = await Promise.all([1, 2, 3, 4].map(ask));
  await eventually(async () => {
    const states = await Promise.all(asked.map(({ deliveryId }) => notifications.mail(deliveryId)));
    expect(states.map(({ state }) => state)).toEqual(['sending', 'sending', 'sending', 'sending']);
  });
  const openTransactions = `select count(*)::int as held from pg_stat_activity
    where application_name = 'onceover notifications' and state like 'idle in transaction%'`;
  // Others may be in the middle of one for a moment; one that waited for the mail server would stay.
  await eventually(async () => expect(await notifications.rows(openTransactions)).toEqual([{ held: 0 }]));
  const caller = {
    kind: 'anonymous',
    network: '192.0.2.0/24',
    requestId: 'req-hang',
    origin: ownOrigin('web'),
  } as const;
  expect(await notifications.ask(submitFeedback, { message: 'slow mail', caller })).toEqual({ kind: 'done' });

  // What hangs is cut, which is a try like any other.
  await notifications.mailbox.goDown();
  await notifications.mailbox.comeBack();
  await notifications.drain();
  await notifications.pass(10);
  for (const { address } of asked) expect(received(address)).toHaveLength(1);
});

test('an event that is handled twice asks for one email', async () => {
  const { address, deliveryId } = await ask();
  await notifications.drain();
  // As after a restore of the inbox: the consumer begins again.
  await notifications.rows('delete from notifications.inbox');
  const { history } = createPostgresEventSource({
    onError: () => undefined,
    pool: notifications.owner,
    schema: 'notifications',
    logs: { secrets: 'secrets' },
  });
  const events = await history.read('secrets', history.start, 100);
  await inTransaction(knexOn(notifications.owner), (tx) =>
    onDeliveryRequested(writeDownMail).handle(events, {
      tx,
      enqueue: jobQueueIn(tx, 'notifications_jobs'),
      changed: () => undefined,
      now: () => new Date(),
      log: mailLog,
    }),
  );
  await notifications.drain();
  expect(events.map(({ data }) => data.deliveryId)).toContain(deliveryId);
  expect(received(address)).toHaveLength(1);
});
