import { feedBell } from '@onceover/schema/events/bells';
import { deskTenant } from '@onceover/schema/events/tenants';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cutFeeds } from '../../adapters/postgres/feed-retention.ts';
import { envelopes } from '../../test-support/envelopes.ts';
import { startTestNotifications, type TestNotifications } from '../../test-support/test-notifications.ts';

let notifications: TestNotifications;
beforeAll(async () => {
  notifications = await startTestNotifications();
});
afterAll(() => notifications[Symbol.asyncDispose]());

interface FeedRow {
  readonly account_ref: string;
  readonly log: string;
  readonly seq: string;
  readonly kind: string;
  readonly secret_ref: string | null;
}
const feedOf = (accountRef: string) =>
  notifications.rows<FeedRow>('select * from notifications.account_feed where account_ref = $1 order by log, seq', [
    accountRef,
  ]);
const told = async (accountRef: string) =>
  (await feedOf(accountRef)).map(({ log, seq, kind, secret_ref }) => [log, Number(seq), kind, secret_ref]);

test('what happens to an account’s secrets, emails and domains is in its feed, numbered without gaps in each log', async () => {
  const { requests, drain } = notifications;
  const tenantRef = newId();
  const [first, second] = [newId(), newId()];
  await requests.append('secrets', 'secret.created', { kind: 'share' }, { tenantRef, streamId: first });
  await requests.append('secrets', 'secret.created', { kind: 'generate' }, { tenantRef, streamId: second });
  await requests.request(envelopes['secret-link'], { about: { tenantRef, streamId: first, after: 1 } });
  await requests.append('secrets', 'secret.received', {}, { tenantRef, streamId: second, after: 1 });
  await requests.append('secrets', 'secret.delivery_confirmed', {}, { tenantRef, streamId: second, after: 2 });
  const late = { secretId: second, reason: 'late', count: 1 };
  await requests.append('secrets', 'secret.opening_refused', late, { tenantRef, streamId: second, after: 3 });
  await requests.append('secrets', 'secret.burned', {}, { tenantRef, streamId: first, after: 2 });
  await requests.append('accounts', 'domain.verified', {}, { tenantRef });
  await drain();
  expect(await told(tenantRef)).toEqual([
    ['accounts', 1, 'domain-changed', null],
    ['notifications', 1, 'email-sent', first],
    ['secrets', 1, 'created', first],
    ['secrets', 2, 'created', second],
    ['secrets', 3, 'opened', second],
    ['secrets', 4, 'delivery-confirmed', second],
    ['secrets', 5, 'opening-refused', second],
    ['secrets', 6, 'burned', first],
  ]);
});

test('what belongs to nobody writes nothing', async () => {
  const { requests, drain, rows } = notifications;
  const counted = () =>
    rows(`select (select count(*) from notifications.account_feed) as feed,
      (select count(*) from notifications.account_feed_heads) as heads,
      (select count(*) from notifications.account_feed_secrets) as secrets,
      (select count(*) from notifications.inbox where consumer like '%account_feed%') as inbox`);
  const [streamId, tenantRef] = [newId(), newId()];
  const before = await counted();
  await requests.append('secrets', 'secret.created', {}, { streamId });
  await requests.append('secrets', 'secret.received', {}, { streamId, after: 1 });
  await drain();
  expect(await counted()).toEqual(before);
  await requests.append('secrets', 'secret.created', {}, { tenantRef });
  await drain();
  expect(await told(tenantRef)).toHaveLength(1);
});

test('a secret that verifies an account is in no feed', async () => {
  const { requests, drain } = notifications;
  const [tenantRef, streamId] = [newId(), newId()];
  await requests.append('secrets', 'secret.created', { kind: 'verification' }, { tenantRef, streamId });
  await requests.append('secrets', 'secret.received', {}, { tenantRef, streamId, after: 1 });
  await drain();
  expect(await told(tenantRef)).toEqual([]);
});

test('the desk’s feed has what was sent to it by visitors and by customers, who see their own too', async () => {
  const { requests, drain } = notifications;
  const [nina, bySomebody, byNina] = [newId(), newId(), newId()];
  const submit = async (streamId: string, tenantRef: string) => {
    await requests.append('secrets', 'secret.created', { kind: 'incoming' }, { tenantRef, streamId });
    await requests.request(envelopes.incoming, {
      about: { tenantRef, streamId, after: 1 },
      data: { secretId: streamId, inDigest: false },
    });
    await drain();
    await requests.append('secrets', 'secret.received', {}, { tenantRef, streamId, after: 2 });
    await drain();
  };
  await submit(bySomebody, deskTenant);
  await submit(byNina, nina);
  expect(await told(deskTenant)).toEqual([
    ['notifications', 1, 'email-sent', bySomebody],
    ['notifications', 2, 'email-sent', byNina],
    ['secrets', 1, 'incoming-submitted', bySomebody],
    ['secrets', 2, 'opened', bySomebody],
    ['secrets', 3, 'incoming-submitted', byNina],
    ['secrets', 4, 'opened', byNina],
  ]);
  expect(await told(nina)).toEqual([
    ['notifications', 1, 'email-sent', byNina],
    ['secrets', 1, 'created', byNina],
    ['secrets', 2, 'opened', byNina],
  ]);
});

test('what became of an email says by itself whose feeds it is in, however far the other logs have been read', async () => {
  const { requests, drain } = notifications;
  const [tenantRef, verification, submission] = [newId(), newId(), newId()];
  const outcome = (template: string, secretId: string) =>
    requests.append('notifications', 'delivery.sent', { template, secretId }, { tenantRef });
  await outcome('secret-link', verification);
  await outcome('incoming', submission);
  await drain();
  await requests.append('secrets', 'secret.created', { kind: 'verification' }, { tenantRef, streamId: verification });
  await drain();
  await outcome('secret-link', verification);
  await drain();
  expect(await told(tenantRef)).toEqual([
    ['notifications', 1, 'email-sent', verification],
    ['notifications', 2, 'email-sent', submission],
    ['notifications', 3, 'email-sent', verification],
  ]);
  expect(await told(deskTenant)).toContainEqual(['notifications', expect.any(Number), 'email-sent', submission]);
});

test('an erased account leaves no feed, and what is heard of it later adds nothing', async () => {
  const { requests, drain, rows } = notifications;
  const tenantRef = newId();
  await requests.append('secrets', 'secret.created', {}, { tenantRef });
  await drain();
  expect(await told(tenantRef)).toHaveLength(1);
  await requests.append('accounts', 'account.erased', { accountRef: tenantRef }, { tenantRef, streamId: tenantRef });
  await drain();
  await requests.append('secrets', 'secret.created', {}, { tenantRef });
  await drain();
  expect(await told(tenantRef)).toEqual([]);
  expect(await rows('select from notifications.account_feed_heads where account_ref = $1', [tenantRef])).toEqual([]);
});

test('a feed keeps its newest 1,000 entries of all logs, and a week', async () => {
  const { requests, drain, owner, rows } = notifications;
  const tenantRef = newId();
  for (let made = 0; made < 3; made += 1) await requests.append('secrets', 'secret.created', {}, { tenantRef });
  for (let made = 0; made < 2; made += 1) await requests.append('accounts', 'domain.verified', {}, { tenantRef });
  await drain();
  await owner.query(
    `insert into notifications.account_feed
       select account_ref, log, seq + n, gen_random_uuid(), kind, secret_ref, at + n * interval '1 s'
         from notifications.account_feed, generate_series(1, 1100) n where account_ref = $1 and log = 'secrets' and seq = 3`,
    [tenantRef],
  );
  await owner.query(
    `update notifications.account_feed_heads set seq = 1103 where account_ref = $1 and log = 'secrets'`,
    [tenantRef],
  );
  const kept = () =>
    rows(
      `select log, min(seq)::int as from, max(seq)::int as to, count(*)::int as entries,
         (select cut::int from notifications.account_feed_heads h where h.account_ref = $1 and h.log = f.log) as cut
       from notifications.account_feed f where account_ref = $1 group by log order by log`,
      [tenantRef],
    );
  expect(await cutFeeds(owner)).toBeGreaterThanOrEqual(105);
  expect(await kept()).toEqual([{ log: 'secrets', from: 104, to: 1103, entries: 1000, cut: 103 }]);
  await owner.query(
    `update notifications.account_feed set at = at - interval '7 days 1 hour' where account_ref = $1 and seq <= 500`,
    [tenantRef],
  );
  await cutFeeds(owner);
  expect(await kept()).toEqual([{ log: 'secrets', from: 501, to: 1103, entries: 603, cut: 500 }]);
});

test('whoever asks when the bell of a feed rings sees why; the desk hears of what was sent to it alone', async () => {
  const { requests, drain, bells } = notifications;
  const [tenantRef, streamId] = [newId(), newId()];
  const seen: Promise<number>[] = [];
  const desks: string[] = [];
  using _own = await bells.on(
    feedBell(tenantRef),
    () => void seen.push(feedOf(tenantRef).then(({ length }) => length)),
  );
  using _desk = await bells.on(feedBell(deskTenant), () => void desks.push('rung'));
  await requests.append('secrets', 'secret.created', {}, { tenantRef, streamId });
  await drain();
  expect(await Promise.all(seen)).toEqual([1]);
  expect(desks).toEqual([]);
  await requests.append('secrets', 'secret.created', {}, { tenantRef: deskTenant });
  await requests.append('secrets', 'secret.received', {}, { tenantRef: deskTenant });
  await drain();
  expect(desks).toEqual(['rung']);
});
