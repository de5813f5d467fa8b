import { expect, test } from 'vitest';
import type { Browser } from '../../support/browser.ts';
import { concealAs } from '../../support/customer-secrets.ts';
import { LiveSocket } from '../../support/live-socket.ts';
import { reveal } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const FOLLOW = `subscription ($after: ID) { secretActivity(after: $after) {
  seq kind secret { key state recipients label deliveries { status } } incoming { ticketNumber }
  customer { recentCounts { received notReceived } } } }`;

async function socketOf(browser: Browser): Promise<LiveSocket> {
  await browser.graph('{ plans { id } }'); // the form token comes with the first answer
  const headers = { origin: system.url, cookie: browser.cookie ?? '' };
  return await LiveSocket.connect(system.url, headers, { shrimp: browser.shrimp });
}

/** What a socket was told of secrets so far, in order; the email that welcomed the account is told too. */
const toldTo = ({ messages }: LiveSocket) =>
  messages.flatMap(({ payload }) => payload?.data?.secretActivity ?? []).filter(({ secret }) => secret !== null);

async function toldSoon(live: LiveSocket, count: number) {
  await expect.poll(() => toldTo(live).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
  return toldTo(live);
}

test('an owner is told within a second what happened to their secrets, nobody else is, and no frame says more', async () => {
  const [owner, other] = [await system.people.customer(), await system.people.customer()];
  using live = await socketOf(owner.browser);
  using others = await socketOf(other.browser);
  for (const each of [live, others]) each.subscribe('1', FOLLOW);
  const canary = `canary-${crypto.randomUUID()}`;
  const { secretKey, metadataKey } = await concealAs(owner, canary, { passphrase: `${canary}-plum` });
  await toldSoon(live, 1);
  const opening = system.people.visitor().post(`/api/v2/secret/${secretKey}`, {
    continue: 'true',
    passphrase: `${canary}-plum`,
  });
  expect((await opening).status).toBe(200);
  const opened = performance.now();
  const told = await toldSoon(live, 2);
  expect(performance.now() - opened).toBeLessThan(1_000);
  expect(told).toMatchObject([
    { kind: 'CREATED', incoming: null, customer: { recentCounts: { received: 0, notReceived: 1 } } },
    { kind: 'OPENED', secret: { state: 'RECEIVED' }, customer: { recentCounts: { received: 1 } } },
  ]);
  expect(toldTo(others)).toEqual([]);
  const seen = JSON.stringify(live.messages);
  for (const hidden of [canary, secretKey, metadataKey]) expect(seen).not.toContain(hidden);
});

test('after a broken connection everything missed comes once and in order, and what was seen does not come again', async () => {
  const owner = await system.people.customer();
  const first = await socketOf(owner.browser);
  first.subscribe('1', FOLLOW);
  await concealAs(owner, 'seen');
  const [seen] = await toldSoon(first, 1);
  first[Symbol.dispose]();
  const missed = 45;
  for (let made = 0; made < missed; made += 1) {
    const { secretKey } = await concealAs(owner, `missed ${made}`);
    if (made % 3 === 0) await reveal(system.url, secretKey);
  }
  using again = await socketOf(owner.browser);
  again.subscribe('1', FOLLOW, { after: seen.seq });
  const told = await toldSoon(again, missed + missed / 3);
  expect(told).toHaveLength(missed + missed / 3);
  expect(new Set(told.map(({ seq }) => seq)).size).toBe(told.length);
  const kinds = told.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'CREATED')).toHaveLength(missed);
  expect(kinds.slice(0, 5)).toEqual(['CREATED', 'OPENED', 'CREATED', 'CREATED', 'CREATED']);
});

test('a place that is nobody’s, of another account or malformed asks for a new start', async () => {
  const [owner, other] = [await system.people.customer(), await system.people.customer()];
  using theirs = await socketOf(other.browser);
  theirs.subscribe('1', FOLLOW);
  await concealAs(other, 'theirs');
  const [{ seq }] = await toldSoon(theirs, 1);
  using live = await socketOf(owner.browser);
  for (const [id, after] of [
    ['other', seq],
    ['malformed', 'x'],
    ['empty', ''],
    ['long', 'x'.repeat(10_000)],
  ]) {
    live.subscribe(`${id}`, FOLLOW, { after });
    const { payload } = await live.until((message) => message.id === id && message.type === 'error');
    expect(payload).toMatchObject([{ extensions: { code: 'RESYNC_REQUIRED' } }]);
  }
});

test('a visitor has no feed', async () => {
  using live = await LiveSocket.connect(system.url);
  live.subscribe('1', FOLLOW);
  const { payload } = await live.until(({ type }) => type === 'error');
  expect(payload).toMatchObject([{ extensions: { code: 'NOT_AUTHORIZED' } }]);
});

test('signing out ends the stream within five seconds', async () => {
  const owner = await system.people.customer();
  using live = await socketOf(owner.browser);
  live.subscribe('1', FOLLOW);
  await concealAs(owner, 'mine');
  await toldSoon(live, 1);
  const began = performance.now();
  await owner.browser.copy().post('/api/v2/logout');
  expect(await live.closed).toBe(4403);
  expect(performance.now() - began).toBeLessThan(5_000);
});
