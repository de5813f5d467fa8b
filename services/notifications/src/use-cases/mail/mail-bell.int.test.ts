import { secretBell } from '@onceover/schema/events/bells';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { envelopes } from '../../test-support/envelopes.ts';
import { startTestNotifications, type TestNotifications } from '../../test-support/test-notifications.ts';

let notifications: TestNotifications;
beforeAll(async () => {
  notifications = await startTestNotifications();
});
beforeEach(() => notifications.mailbox.comeBack());
afterAll(() => notifications[Symbol.asyncDispose]());

/** What whoever asks at each ring of a subject sees of its emails. */
async function watched(subject: string) {
  const seen: Promise<string[]>[] = [];
  const read = async () =>
    (
      await notifications.rows<{ state: string }>('select state from notifications.mail where subject_ref = $1', [
        subject,
      ])
    ).map(({ state }) => state);
  const listening = await notifications.bells.on(secretBell(subject), () => void seen.push(read()));
  return { seen, [Symbol.dispose]: () => listening[Symbol.dispose]() };
}

test('whoever asks when the bell of a secret rings sees that its email was sent', async () => {
  const streamId = newId();
  using watching = await watched(streamId);
  await notifications.requests.request(envelopes['secret-link'], { about: { streamId } });
  await notifications.drain();
  expect(await Promise.all(watching.seen)).toEqual([['sent']]);
});

test('whoever asks when the bell of a secret rings sees that its email failed, or was not sent any more', async () => {
  const [refused, gone] = [newId(), newId()];
  using ofRefused = await watched(refused);
  using ofGone = await watched(gone);
  notifications.mailbox.refuse(550, '5.7.1 not from you');
  await notifications.requests.request(envelopes['secret-link'], { about: { streamId: refused } });
  await notifications.requests.request(envelopes['secret-link'], { about: { streamId: gone }, isGone: true });
  await notifications.drain();
  expect(await Promise.all(ofRefused.seen)).toEqual([['failed']]);
  expect(await Promise.all(ofGone.seen)).toEqual([['suppressed']]);
});

test('an email that waits for another try, or that is about an account, rings for no secret', async () => {
  const [waiting, account] = [newId(), newId()];
  using ofWaiting = await watched(waiting);
  using ofAccount = await watched(account);
  await notifications.requests.request(envelopes['password-reset'], { about: { streamId: account } });
  await notifications.drain();
  notifications.mailbox.refuse(451, '4.3.0 try later');
  await notifications.requests.request(envelopes['secret-link'], { about: { streamId: waiting } });
  await notifications.drain();
  expect([...ofWaiting.seen, ...ofAccount.seen]).toEqual([]);
});
