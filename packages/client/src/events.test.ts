import { expect, test } from 'vitest';
import { positionOf } from './events.ts';
import { OnceoverClient } from './onceover-client.ts';
import type { OnceoverError } from './onceover-error.ts';
import { json, lostAnswer, scriptedServer } from './test-support/scripted-server.ts';

const clientOf = (server: ReturnType<typeof scriptedServer>, more: object = {}) =>
  new OnceoverClient({ url: 'https://once.example', fetch: server.fetch, random: () => 0, ...more });

/** A page of events with these numbers. */
const page = (next: number, ...numbers: readonly number[]) =>
  json({
    success: true,
    events: numbers.map((number) => ({ sequence: String(number).padStart(16, '0'), data: { count: '2' } })),
    next: String(next),
    has_more: false,
  });
const refused = (code: string, status = 400) => json({ message: 'That is refused.', code }, status);

/** Numbers of the events of each page, until `pages` of them have come. */
async function followed(client: OnceoverClient, pages: number, options: Parameters<OnceoverClient['follow']>[0] = {}) {
  const found: string[][] = [];
  for await (const { events, next } of client.follow(options)) {
    found.push([...events.map(positionOf), `next ${next}`]);
    if (found.length === pages) break;
  }
  return found;
}

test('a question says what is wanted, and the answer is left as it came', async () => {
  const server = scriptedServer(page(7, 7), page(7));
  const { events } = await clientOf(server).events({ after: '6', limit: 5, wait: 2, types: ['io.a', 'io.b'] });
  expect(server.seen[0]).toMatchObject({ path: '/api/v2/events', query: '?after=6&limit=5&wait=2&types=io.a%2Cio.b' });
  expect(events[0]?.data).toEqual({ count: '2' });
  await clientOf(server).events();
  expect(server.seen[1]?.query).toBe('');
});

test('an attempt may take as long as the server was asked to wait, and the timeout more', async () => {
  const slow = () => new Promise<Response>((resolve) => setTimeout(() => resolve(page(0)), 300));
  const server = scriptedServer(slow, slow);
  const client = clientOf(
    {
      ...server,
      fetch: async (url, init) => {
        const late = new Promise<never>((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
        );
        return await Promise.race([server.fetch(url, init), late]);
      },
    },
    { timeoutMs: 100, retries: 0 },
  );
  await expect(client.events({ wait: 1 })).resolves.toMatchObject({ next: '0' });
  await expect(client.events()).rejects.toMatchObject({ code: 'timeout' });
});

test.each([
  ['unknown_position', 400],
  ['forgotten_position', 410],
  ['unknown_event_type', 400],
])('%s is a refusal, also in the middle of following', async (code, status) => {
  await expect(clientOf(scriptedServer(refused(code, status))).events()).rejects.toMatchObject({ code, status });
  const following = followed(clientOf(scriptedServer(page(1, 1), refused(code, status))), 2);
  await expect(following).rejects.toMatchObject({ name: 'OnceoverError', code, status });
});

test('a page without events or position is no answer of the API', async () => {
  for (const body of [
    { success: true, next: '1' },
    { success: true, events: [] },
  ])
    await expect(clientOf(scriptedServer(json(body))).events()).rejects.toMatchObject({ code: 'bad_answer' });
});

test('whoever follows goes on where the page before ended, and waits there', async () => {
  const server = scriptedServer(page(2, 1, 2), page(5, 4), page(9));
  expect(await followed(clientOf(server), 3, { after: '0', types: ['io.a'] })).toEqual([
    ['1', '2', 'next 2'],
    ['4', 'next 5'],
    ['next 9'],
  ]);
  expect(server.seen.map(({ query }) => query)).toEqual([
    '?after=0&types=io.a',
    '?after=2&wait=30&types=io.a',
    '?after=5&wait=30&types=io.a',
  ]);
});

test('a page that tells nothing new is not yielded, nor asked for again in haste', async () => {
  const begun = performance.now();
  expect(await followed(clientOf(scriptedServer(page(2), page(2), page(3, 3))), 2)).toEqual([
    ['next 2'],
    ['3', 'next 3'],
  ]);
  expect(performance.now() - begun).toBeGreaterThan(490);
});

test('an outage delays what is followed, and Retry-After is kept', async () => {
  const busy = json({ message: 'later', code: 'unavailable' }, 503, { 'retry-after': '1' });
  const broken = json({ message: 'Internal Server Error' }, 500);
  const maintenance = new Response('<html>Back soon</html>');
  const server = scriptedServer(page(1, 1), lostAnswer(), broken, maintenance, busy, page(2, 2));
  const begun = performance.now();
  // Also for a client that repeats nothing else.
  const outages: string[] = [];
  const onOutage = ({ code }: OnceoverError) => void outages.push(code);
  expect(await followed(clientOf(server, { retries: 0 }), 2, { onOutage })).toEqual([
    ['1', 'next 1'],
    ['2', 'next 2'],
  ]);
  expect(performance.now() - begun).toBeGreaterThan(990);
  expect(outages).toEqual(['bad_answer']);
  expect(new Set(server.seen.slice(1).map(({ query }) => query))).toEqual(new Set(['?after=1&wait=30']));
});

test('what cannot be reached from the start is an error', async () => {
  const server = scriptedServer(lostAnswer(), lostAnswer());
  await expect(followed(clientOf(server, { retries: 1 }), 1)).rejects.toMatchObject({ code: 'network', attempts: 2 });
});

test('the signal ends it without an error: while it waits for an answer, between two attempts, and before it begins', async () => {
  const abort = () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    return controller.signal;
  };
  const hanging = scriptedServer(page(1, 1), () => new Promise<never>(() => {}));
  const fetch: typeof globalThis.fetch = (url, init) =>
    Promise.race([
      hanging.fetch(url, init),
      new Promise<never>((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('stop'))),
      ),
    ]);
  expect(await followed(clientOf({ ...hanging, fetch }), 2, { signal: abort() })).toEqual([['1', 'next 1']]);
  const busy = json({ message: 'later' }, 503, { 'retry-after': '20' });
  expect(await followed(clientOf(scriptedServer(page(1, 1), busy)), 2, { signal: abort() })).toEqual([['1', 'next 1']]);
  const unasked = scriptedServer();
  expect(await followed(clientOf(unasked), 1, { signal: AbortSignal.abort() })).toEqual([]);
  expect(unasked.seen).toEqual([]);
});

test('a position is the number of an event', () => {
  expect(['0000000000000012', '0000000000000000'].map((sequence) => positionOf({ sequence }))).toEqual(['12', '0']);
});
