import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Browser } from '../../support/browser.ts';
import { type LiveMessage, LiveSocket } from '../../support/live-socket.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile({ ONCEOVER_RATE_LIMITS: 'off' });
const FOLLOW =
  'subscription ($after: ID) { secretActivity(after: $after) { seq kind secret { key state } customer { recentCounts { notReceived } } } }';
const MISSED = 1000;
const AT_ONCE = 20;

interface Item {
  readonly seq: string;
  readonly kind: string;
  readonly secret: { readonly key: string; readonly state: string } | null;
}

/** A browser's socket: with its cookies, from a page of the site, with its form token. */
async function socketOf(browser: Browser): Promise<LiveSocket> {
  await browser.graph('{ plans { id } }'); // the form token comes with the first answer
  const headers = { origin: system.url, cookie: browser.cookie ?? '' };
  return await LiveSocket.connect(system.url, headers, { shrimp: browser.shrimp });
}

async function headOf(browser: Browser): Promise<string> {
  await system.drain();
  return (await browser.graph('{ activity { head } }')).json.data.activity.head;
}

const itemsOf = ({ messages }: LiveSocket): Item[] =>
  messages.flatMap(({ payload }) => payload?.data?.secretActivity ?? []);

async function conceal(browser: Browser, times: number): Promise<void> {
  for (let left = times; left > 0; left -= AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, left) }, () =>
      browser.post('/api/v2/secret/conceal', { secret: 'one of many' }),
    );
    for (const { status } of await Promise.all(some)) expect(status).toBe(200);
  }
}

async function untilItems(live: LiveSocket, count: number): Promise<Item[]> {
  const end = performance.now() + 30_000;
  while (itemsOf(live).length < count && performance.now() < end) await sleep(20);
  return itemsOf(live);
}

/** Every secret once, and each place further on than the one before it. */
function expectAll(items: readonly Item[], count: number): void {
  expect(items.map(({ kind }) => kind)).toEqual(Array.from({ length: count }, () => 'CREATED'));
  expect(new Set(items.map(({ secret }) => secret?.key)).size).toBe(count);
  const places = items.map(({ seq }) => Number(seq.split('.')[1]));
  expect(places).toEqual(Array.from({ length: count }, (_, index) => (places[0] ?? 0) + index));
}

test('an owner hears that a secret was created and opened, with the secret and the counts as they are then', async () => {
  const owner = await system.people.customer();
  await system.drain();
  using live = await socketOf(owner.browser);
  live.subscribe('1', FOLLOW, { after: await headOf(owner.browser) });
  const { json } = await owner.browser.post('/api/v2/secret/conceal', { secret: 'tea at 5?' });
  const told = (kind: string) => (message: LiveMessage) => message.payload?.data?.secretActivity?.kind === kind;
  const created = await live.until(told('CREATED'));
  expect(created.payload.data.secretActivity).toMatchObject({
    secret: { state: 'NEW' },
    customer: { recentCounts: { notReceived: 1 } },
  });
  await system.people.visitor().post(`/api/v2/secret/${json.record.secret.key}`, { continue: 'true' });
  const opened = await live.until(told('OPENED'));
  expect(opened.payload.data.secretActivity).toMatchObject({
    secret: { state: 'RECEIVED' },
    customer: { recentCounts: { notReceived: 0 } },
  });
});

test('whoever comes back after a thousand missed entries gets each of them once, in order, and then what happens next', async () => {
  const owner = await system.people.customer();
  const after = await headOf(owner.browser);
  await conceal(owner.browser, MISSED - 1);
  await system.drain();
  using live = await socketOf(owner.browser);
  live.subscribe('1', FOLLOW, { after });
  await conceal(owner.browser, 1);
  expectAll(await untilItems(live, MISSED), MISSED);
  await conceal(owner.browser, 1);
  expectAll(await untilItems(live, MISSED + 1), MISSED + 1);
});

test('a reader that stops reading holds up nobody, and goes on where it was', async () => {
  const owner = await system.people.customer();
  const after = await headOf(owner.browser);
  using slow = await socketOf(owner.browser);
  using quick = await socketOf(owner.browser);
  for (const live of [slow, quick]) live.subscribe('1', FOLLOW, { after });
  await conceal(owner.browser, 1);
  await untilItems(slow, 1);
  slow.socket.pause();
  await conceal(owner.browser, 199);
  expectAll(await untilItems(quick, 200), 200);
  slow.socket.resume();
  expectAll(await untilItems(slow, 200), 200);
});

test.each([
  ['of no feed', 'nowhere'],
  ['of another account', null],
])('a place %s ends the stream with what to do, and the socket goes on', async (_what, place) => {
  const [owner, other] = [await system.people.customer(), await system.people.customer()];
  using live = await socketOf(owner.browser);
  live.subscribe('1', FOLLOW, { after: place ?? (await headOf(other.browser)) });
  const refused = await live.until(({ id, type }) => id === '1' && type !== 'next');
  expect(JSON.stringify(refused.payload)).toContain('RESYNC_REQUIRED');
  live.subscribe('2', FOLLOW, { after: await headOf(owner.browser) });
  await conceal(owner.browser, 1);
  expect(await live.until(({ id }) => id === '2')).toMatchObject({ type: 'next' });
});

test('visitors have no feed, and nobody hears of what is another’s', async () => {
  const [owner, other] = [await system.people.customer(), await system.people.customer()];
  using visitor = await LiveSocket.connect(system.url);
  visitor.subscribe('1', FOLLOW);
  expect(JSON.stringify((await visitor.until(({ id }) => id === '1')).payload)).toContain('NOT_AUTHORIZED');
  using live = await socketOf(other.browser);
  live.subscribe('1', FOLLOW, { after: await headOf(other.browser) });
  await conceal(owner.browser, 3);
  await conceal(other.browser, 1);
  expectAll(await untilItems(live, 1), 1);
});
