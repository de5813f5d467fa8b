import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { envelopes } from '../../test-support/envelopes.ts';
import { startTestNotifications, type TestNotifications } from '../../test-support/test-notifications.ts';

let notifications: TestNotifications;
beforeAll(async () => {
  notifications = await startTestNotifications();
});
beforeEach(() => notifications.mailbox.comeBack());
afterAll(() => notifications[Symbol.asyncDispose]());

const WAIT_SECONDS = 900;
const secretPath = (number: number) => `/secret/${String(number).padStart(31, '0')}`;
/** Something for the support desk that waits for a digest. */
const hold = (address: string, number: number, change = {}) => {
  const envelope = { ...envelopes.incoming, address, ticketNumber: `T${number}`, path: secretPath(number) };
  return notifications.requests.request(envelope, { data: { inDigest: true }, ...change });
};
const mailsTo = (address: string) => notifications.mailbox.mails().filter(({ to }) => to === address);
const numbers = Array.from({ length: 30 }, (_, index) => index);

test('what came in beyond the quota of the desk leaves as one email with every ticket and link', async () => {
  const held = [];
  for (const number of numbers) held.push(await hold('desk@reader.test', number));
  await notifications.drain();
  expect(mailsTo('desk@reader.test')).toEqual([]);
  await notifications.pass(WAIT_SECONDS);
  const [digest, ...more] = mailsTo('desk@reader.test');
  expect(more).toEqual([]);
  expect(digest?.subject).toBe('Support details for several tickets');
  for (const number of numbers) {
    expect(digest?.text).toContain(`[Ticket: T${number}]:\nhttps://onceover.test${secretPath(number)}`);
    expect(digest?.html).toContain(`href="https://onceover.test${secretPath(number)}"`);
  }
  expect(digest?.headers['message-id']).toBe(`<${held[0]}@onceover.test>`);
  for (const deliveryId of held) {
    expect(await notifications.mail(deliveryId)).toMatchObject({ state: 'sent', ending: 'delivery.sent' });
  }
});

test('an entry that has ended or cannot be read stays out of the digest and holds nobody up', async () => {
  const gone = await hold('mixed@reader.test', 1, { isGone: true });
  const unreadable = await hold('mixed@reader.test', 2, { sealedFor: '0197a000-0000-7000-8000-000000000009' });
  const good = await hold('mixed@reader.test', 3);
  await notifications.drain();
  await notifications.pass(WAIT_SECONDS);
  expect(await notifications.mail(gone)).toMatchObject({ state: 'suppressed', reason_code: 'gone' });
  expect(await notifications.mail(unreadable)).toMatchObject({ state: 'failed', reason_code: 'unreadable-envelope' });
  expect(await notifications.mail(good)).toMatchObject({ state: 'sent' });
  const [alone, ...more] = mailsTo('mixed@reader.test');
  expect(more).toEqual([]);
  expect(alone?.subject).toBe('[Ticket: T3] Support details');
});

test('a digest that the mail server does not accept is tried again, whole and under the same name', async () => {
  const first = await hold('later@reader.test', 1);
  const second = await hold('later@reader.test', 2);
  await notifications.drain();
  notifications.mailbox.refuse(451, '4.3.2 later');
  await notifications.pass(WAIT_SECONDS);
  expect(await notifications.mail(first)).toMatchObject({ state: 'queued', attempts: 1 });
  await notifications.mailbox.goDown();
  await notifications.mailbox.comeBack();
  await notifications.pass(WAIT_SECONDS);
  const digests = mailsTo('later@reader.test');
  expect(digests.map(({ headers }) => headers['message-id'])).toEqual([`<${first}@onceover.test>`]);
  expect(await notifications.mail(second)).toMatchObject({ state: 'sent', attempts: 2 });
});
