import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { redisBells } from '@onceover/redis-kit/bells';
import { showLimits } from '@onceover/schema/internal/request-limits';
import { systemClock } from '@onceover/service-kit/clock';
import { randomBytes } from '@onceover/service-kit/crypto';
import { createInternalCalls } from '@onceover/service-kit/internal-call';
import { createLogger, type Logger } from '@onceover/service-kit/logging';
import { eventually } from '@onceover/testing/eventually';
import { startTestRedis, startTestRedisCluster, type TestRedis } from '@onceover/testing/redis';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { redisSolutions } from './captcha/redis-solutions.ts';
import { RateLimited } from './limits/request-limits.ts';
import { redisStores } from './redis-stores.ts';
import { ask, post } from './test-support/ask.ts';
import type { FakeServices } from './test-support/fake-subgraphs.ts';
import { openTestLink } from './test-support/on-redis.ts';
import { gate, revealed, secretKey } from './test-support/sample-data.ts';
import { startTestGateway } from './test-support/start-test-gateway.ts';

/** Starts gateways of one installation, each with connections of its own. */
async function installation(redis: TestRedis, stack: AsyncDisposableStack) {
  const keysDir = await mkdtemp(path.join(tmpdir(), 'keys-'));
  stack.defer(() => rm(keysDir, { recursive: true, force: true }));
  return async (given: { log?: Logger; patienceMs?: number } = {}, services: FakeServices = {}) => {
    const link = stack.use(await openTestLink(redis.url, given));
    const env = { ONCEOVER_KEYS_DIR: keysDir };
    return stack.use(
      await startTestGateway({ ...services, env, openStores: redisStores(link), bells: redisBells(link) }),
    );
  };
}

/** A request that is allowed 60 times a minute, and whether it was. */
async function isLet(port: number): Promise<boolean> {
  const { status, json } = await ask(port, '/api/v2/altcha/challenge');
  expect(status === 200 || json.code === 'rate_limited').toBe(true);
  return status === 200;
}

async function countLet(ports: readonly number[], times: number): Promise<number> {
  let count = 0;
  for (let each = 0; each < times; each += 1) if (await isLet(ports[each % ports.length] ?? 0)) count += 1;
  return count;
}

test('a limit of 60 lets 60 through over two gateways, and both show who is held back', async () => {
  await using stack = new AsyncDisposableStack();
  const start = await installation(stack.use(await startTestRedis()), stack);
  const gateways = [await start(), await start()];
  expect(
    await countLet(
      gateways.map(({ port }) => port),
      100,
    ),
  ).toBe(60);
  for (const { internal } of gateways) {
    const calls = createInternalCalls();
    calls.register(internal);
    const { limited } = await calls.ask(showLimits, {});
    expect(limited).toMatchObject([
      { limit: 'captcha', kind: 'network', refused: 40, who: expect.stringMatching(/^.{8}$/) },
    ]);
  }
});

test('64 gateways are given one captcha solution at once: it counts for one of them', async () => {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await startTestRedis());
  const secret = randomBytes(32);
  const gateways = await Promise.all(
    Array.from({ length: 64 }, async () =>
      redisSolutions(stack.use(await openTestLink(url)), { clock: systemClock, secret }),
    ),
  );
  for (let round = 0; round < 20; round += 1) {
    const expires = new Date(Date.now() + 600_000);
    const used = await Promise.all(gateways.map((gateway) => gateway.use(`challenge ${round}`, expires)));
    expect(used.filter(Boolean)).toHaveLength(1);
  }
});

test.each(['stands still', 'is killed'])(
  'while Redis %s under requests a quarter is let through, and nobody waits for it',
  async (how) => {
    await using stack = new AsyncDisposableStack();
    const redis = stack.use(await startTestRedis());
    const start = await installation(redis, stack);
    const lines: string[] = [];
    const note = (_fields: object, message: string) => void lines.push(message);
    const log = Object.assign(createLogger('test'), { warn: note });
    const gateway = await start({ log, patienceMs: 1_000 });
    expect(await countLet([gateway.port], 20)).toBe(20);
    if (how === 'is killed') await redis.kill();
    else redis.pause();
    const begun = performance.now();
    expect(await countLet([gateway.port], 60)).toBe(15);
    // Sixty of the usual waits for a connection that does not answer would be minutes.
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(lines).toEqual([expect.stringContaining('Redis is unavailable')]);
    if (how === 'is killed') await redis.startAgain();
    else redis.goOn();
    await eventually(() => expect(lines).toEqual([expect.anything(), 'Redis is available again']), {
      withinMs: 30_000,
    });
    // What was counted before is still counted, with the one that waited in vain, unless Redis came back empty.
    expect(await countLet([gateway.port], 70)).toBe(how === 'is killed' ? 60 : 39);
  },
);

test('outages under load: every request is answered, and none is refused for another reason than its limit', async () => {
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await startTestRedis());
  const start = await installation(redis, stack);
  const lines: string[] = [];
  const note = (_fields: object, message: string) => void lines.push(message);
  const log = Object.assign(createLogger('test'), { warn: note });
  const gateway = await start({ log, patienceMs: 1_000 });
  const isOver = new AbortController();
  let answered = 0;
  const clients = Array.from({ length: 8 }, async () => {
    while (!isOver.signal.aborted) {
      await isLet(gateway.port);
      answered += 1;
    }
  });
  for (let outage = 1; outage <= 4; outage += 1) {
    if (outage % 2 === 0) await redis.kill();
    else redis.pause();
    await eventually(() => expect(lines).toHaveLength(2 * outage - 1));
    const before = answered;
    await eventually(() => expect(answered).toBeGreaterThan(before + 50));
    if (outage % 2 === 0) await redis.startAgain();
    else redis.goOn();
    await eventually(() => expect(lines).toHaveLength(2 * outage), { withinMs: 30_000 });
  }
  isOver.abort();
  await Promise.all(clients);
});

test('while Redis is unavailable a gateway shows and unblocks whom it holds back itself', async () => {
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await startTestRedis());
  const link = stack.use(await openTestLink(redis.url, { patienceMs: 50 }));
  const { limits } = redisStores(link)({ clock: systemClock, secret: randomBytes(32), tagOf: () => 'tag-of-1' });
  await redis.kill();
  const tries = () => limits.take('destroy', { account: 'nina' });
  await tries();
  await expect(tries()).rejects.toThrow(RateLimited);
  const [held] = await limits.limited();
  expect(held).toMatchObject({ limit: 'destroy', who: 'nina', actions: 2, refused: 1 });
  expect(await limits.lift(held?.id ?? '')).toBe(true);
  await tries();
  expect(await limits.limited()).toEqual([]);
});

test('what costs more than a quarter is refused as too much for now, and is let through once Redis is back', async () => {
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await startTestRedis());
  const link = stack.use(await openTestLink(redis.url, { patienceMs: 50 }));
  const { limits } = redisStores(link)({ clock: systemClock, secret: randomBytes(32), tagOf: () => 'tag-of-1' });
  await redis.kill();
  await expect(limits.take('graphql', { visitors: 'n' }, 100)).rejects.toThrow(RateLimited);
  await limits.take('graphql', { visitors: 'n' }, 75);
  await expect(limits.take('graphql', { visitors: 'n' }, 2)).rejects.toThrow(RateLimited);
  await redis.startAgain();
  await eventually(() => limits.take('graphql', { visitors: 'n' }, 100), { withinMs: 30_000 });
});

test('a captcha solution that a gateway has seen counts for it no second time while Redis is unavailable, or empty', async () => {
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await startTestRedis());
  const link = stack.use(await openTestLink(redis.url, { patienceMs: 50 }));
  const solutions = redisSolutions(link, { clock: systemClock, secret: randomBytes(32) });
  const use = (challenge: string) => solutions.use(challenge, new Date(Date.now() + 600_000));
  expect(await use('before')).toBe(true);
  await redis.kill();
  expect(await use('before')).toBe(false);
  expect(await use('meanwhile')).toBe(true);
  expect(await use('meanwhile')).toBe(false);
  await redis.startAgain();
  await eventually(() => expect(link.isAvailable).toBe(true), { withinMs: 30_000 });
  for (const seen of ['before', 'meanwhile']) expect(await use(seen)).toBe(false);
  expect(await use('after')).toBe(true);
});

/** Gives a gateway's stores and bells something to do, and resolves when all of it was done. */
async function useEverything(urls: readonly [string, string], stack: AsyncDisposableStack): Promise<void> {
  const [link, other] = [stack.use(await openTestLink(urls[0])), stack.use(await openTestLink(urls[1]))];
  const stores = redisStores(link)({ clock: systemClock, secret: randomBytes(32), tagOf: () => 'tag-of-1' });
  const actor = { network: '192.0.2.0/24', visitors: '192.0.2.0/24', session: 'session-id', account: 'account-ref' };
  for (let each = 0; each < 30; each += 1) await stores.limits.take('session', actor);
  await expect(stores.limits.take('session', actor)).rejects.toThrow(RateLimited);
  await stores.limits.take('graphql', { visitors: actor.visitors }, 50);
  expect(await stores.usedSolutions.use('a-challenge', new Date(Date.now() + 600_000))).toBe(true);
  stack.use(await stores.socketPlaces.placeFor({ who: 'session session-id', most: 5 }));
  let heard = 0;
  const listening = await redisBells(link).on('feed:one', () => {
    heard += 1;
  });
  redisBells(other).ring('feed:one');
  await eventually(() => expect(heard).toBe(1));
  listening[Symbol.dispose]();
  const [held] = await stores.limits.limited();
  expect(await stores.limits.lift(held?.id ?? '')).toBe(true);
  await expect(Promise.all(Array.from({ length: 31 }, () => stores.limits.take('session', actor)))).rejects.toThrow();
  expect(link.isAvailable).toBe(true);
}

/** The user that the operations guide shows, as a line of the configuration. */
function guidesUser(): string {
  const guide = readFileSync(new URL('../../../docs/OPERATIONS.md', import.meta.url), 'utf8');
  return /^user onceover .*$/m.exec(guide)?.[0] ?? '';
}

const asUser = (url: string) => url.replaceAll('redis://', 'redis://onceover:PASSWORD@');

test('the user that the operations guide shows may do all that is needed, on a server and on a cluster', async () => {
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await startTestRedis([guidesUser()]));
  const cluster = stack.use(await startTestRedisCluster([guidesUser()]));
  for (const url of [redis.url, cluster.url]) await useEverything([asUser(url), asUser(url)], stack);
  for (const node of [redis, ...cluster.nodes]) expect(await node.ask('ACL LOG')).toBe('*0\r\n');
});

test('Redis holds nobody’s address or session, and no challenge; every key expires', async () => {
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await startTestRedis());
  const admin = stack.use(await openTestLink(redis.url));
  await useEverything([redis.url, redis.url], stack);
  const keys = z.array(z.string()).parse(await admin.call('keys', '*'));
  const kinds = new Set(keys.map((key) => key.split(':')[1]));
  expect(kinds).toEqual(new Set(['limit', '{held}', 'solution', 'sockets']));
  const contents = await Promise.all(keys.map((key) => admin.call('dump', key)));
  expect(contents.join('\n')).toContain('tag-of-1');
  expect([...keys, ...contents].join('\n')).not.toMatch(/192\.0\.2|session-id|a-challenge/);
  for (const key of keys) expect(await admin.call('pttl', key)).toBeGreaterThan(0);
});

test('an intent of one gateway opens at another, once: of sixteen claims at two gateways one comes through', async () => {
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await startTestRedis());
  const start = await installation(redis, stack);
  const services = { secrets: { Query: { secret: () => gate }, Mutation: { revealSecret: () => revealed } } };
  const gateways = [await start({}, services), await start({}, services)];
  const portOf = (each: number) => gateways[each % 2]?.port ?? 0;
  const link = `/api/v2/secret/${secretKey}`;
  const page = { 'o-intent': '1', 'sec-fetch-site': 'same-origin' };
  const seen = {
    automated: false,
    readyMs: 900,
    gesture: 'key',
    moves: 0,
    inputs: 2,
    active: true,
    way: 'click',
    heldMs: 0,
  };
  const { intent } = (await ask(portOf(0), link, { headers: page })).json;
  const keys = Array.from({ length: 16 }, () => crypto.randomUUID());
  const claim = async (each: number, { sent = intent, at = each } = {}) => {
    const form = { continue: 'true', intent: sent, observed: JSON.stringify(seen) };
    const headers = { ...page, 'idempotency-key': keys[each] ?? '' };
    const { status, json } = await post(portOf(at), link, form, headers);
    return status === 200 ? 'opened' : json.code;
  };
  const answers = await Promise.all(Array.from({ length: 16 }, (_, each) => claim(each)));
  expect(answers.toSorted()).toEqual([...new Array<string>(15).fill('intent_needed'), 'opened']);
  // Its own claim comes again, at the other gateway too.
  const winner = answers.indexOf('opened');
  expect([await claim(winner), await claim(winner, { at: winner + 1 })]).toEqual(['opened', 'opened']);
  // Nobody waits for Redis: while it is away each gateway notes for itself.
  const { intent: sent } = (await ask(portOf(0), link, { headers: page })).json;
  await redis.kill();
  expect([await claim(1, { sent }), await claim(3, { sent })]).toEqual(['opened', 'intent_needed']);
});
