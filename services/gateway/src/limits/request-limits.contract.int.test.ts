import { randomBytes } from '@onceover/service-kit/crypto';
import { startTestRedis, startTestRedisCluster } from '@onceover/testing/redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isolated, openTestLink } from '../test-support/on-redis.ts';
import { type Limit, type LimitName, limitTable } from './limit-table.ts';
import { redisLimits } from './redis-limits.ts';
import { type Actor, memoryLimits, NeverEnough, RateLimited, type WatchedLimits } from './request-limits.ts';

const clock = { now: () => new Date('2030-03-17T10:00:00Z') };
type Limits = WatchedLimits;
type Open = typeof memoryLimits;

/** As between two processes: every answer takes a turn of the event loop. */
function farLimits(...given: Parameters<Open>): Limits {
  const limits = memoryLimits(...given);
  const soon = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    ...limits,
    take: (...asked) => soon().then(() => limits.take(...asked)),
    limited: () => soon().then(limits.limited),
    lift: (id) => soon().then(() => limits.lift(id)),
  };
}

/** Of two gateways, each with connections of its own, in turns: one counts, the other goes on counting. */
async function onRedis(url: string, stack: AsyncDisposableStack): Promise<Open> {
  const [one, other] = [stack.use(await openTestLink(url)), stack.use(await openTestLink(url))];
  return (clock, tagOf = () => 'network') => {
    const options = { clock, secret: randomBytes(32), tagOf };
    const here = isolated(one);
    const there = Object.create(other, { key: { value: here.key } });
    const gateways = [redisLimits(here, options), redisLimits(there, options)] as const;
    let turn = 0;
    const next = () => gateways[turn++ % 2 === 0 ? 0 : 1];
    return {
      take: (...asked) => next().take(...asked),
      bounds: gateways[0].bounds,
      limited: () => next().limited(),
      lift: (id) => next().lift(id),
    };
  };
}

async function takeMany(limits: Limits, name: LimitName, times: number, actor: Actor) {
  for (let taken = 0; taken < times; taken += 1) await limits.take(name, actor);
}

const refusalOf = (limits: Limits, name: LimitName, actor: Actor, points?: number) =>
  limits.take(name, actor, points).then(
    () => undefined,
    (error: unknown) => error,
  );

/** Every counter of every limit, with its smallest window. */
const counters = Object.entries(limitTable as Record<string, Limit>).flatMap(([name, limit]) =>
  Object.entries(limit).map(([kind, windows]) => [name as LimitName, kind as keyof Actor, windows[0]] as const),
);

describe.each<[string, (stack: AsyncDisposableStack) => Promise<Open>]>([
  ['in one process', async () => memoryLimits],
  ['as between two processes', async () => farLimits],
  ['of two gateways on Redis', async (stack) => onRedis(stack.use(await startTestRedis()).url, stack)],
  ['of two gateways on a cluster', async (stack) => onRedis(stack.use(await startTestRedisCluster()).url, stack)],
])('request limits, %s', (_name, openPlace) => {
  const stack = new AsyncDisposableStack();
  let open: Open;
  beforeAll(async () => {
    open = await openPlace(stack);
  });
  afterAll(() => stack.disposeAsync());

  test.each(counters)(
    '%s by %s: one below the limit and the limit pass, one above does not',
    async (name, kind, window) => {
      if (window === undefined) throw new Error('a limit without a window');
      const limits = open(clock);
      const actor = { [kind]: 'somebody' };
      await takeMany(limits, name, window.actions - 1, actor);
      expect(await refusalOf(limits, name, actor)).toBeUndefined();
      const refused = await refusalOf(limits, name, actor);
      expect(refused).toBeInstanceOf(RateLimited);
      const { retryAfterSeconds } = refused as RateLimited;
      expect(retryAfterSeconds).toBeGreaterThan(0);
      expect(retryAfterSeconds).toBeLessThanOrEqual(window.seconds);
      expect(await refusalOf(limits, name, { [kind]: 'somebody else' })).toBeUndefined();
    },
  );

  test.each(counters)('%s by %s: of 200 more than allowed, all at once, none passes', async (name, kind, window) => {
    if (window === undefined) throw new Error('a limit without a window');
    const limits = open(clock);
    const actor = { [kind]: 'somebody' };
    const all = Array.from({ length: window.actions + 200 }, () => refusalOf(limits, name, actor));
    const passed = (await Promise.all(all)).filter((refused) => refused === undefined);
    expect(passed).toHaveLength(window.actions);
  });

  test('actions and actors are counted separately; an unknown actor is not counted', async () => {
    const limits = open(clock);
    await takeMany(limits, 'session', 60, { network: '192.0.2.0/24' });
    await limits.take('session', { network: '198.51.100.0/24' });
    await limits.take('burn', { network: '192.0.2.0/24' });
    await takeMany(limits, 'conceal', 1000, { network: '192.0.2.0/24' });
  });

  test('a visitor is counted by network, a customer by account', async () => {
    const limits = open(clock);
    await takeMany(limits, 'conceal', 300, { visitors: 'n' });
    expect(await refusalOf(limits, 'conceal', { visitors: 'n' })).toBeInstanceOf(RateLimited);
    await takeMany(limits, 'conceal', 600, { account: 'a' });
    expect(await refusalOf(limits, 'conceal', { account: 'a' })).toBeInstanceOf(RateLimited);
  });

  test('points count like so many actions; what is refused costs none, so that something cheaper still fits', async () => {
    const limits = open(clock);
    const actor = { visitors: 'n' };
    await limits.take('graphql', actor, 250);
    expect(await refusalOf(limits, 'graphql', actor, 51)).toBeInstanceOf(RateLimited);
    expect(await refusalOf(limits, 'graphql', actor, 51)).toBeInstanceOf(RateLimited);
    expect(await refusalOf(limits, 'graphql', actor, 49)).toBeUndefined();
    expect(await refusalOf(limits, 'graphql', actor)).toBeUndefined();
    expect(await refusalOf(limits, 'graphql', actor)).toBeInstanceOf(RateLimited);
    expect(await refusalOf(limits, 'graphql', { visitors: 'm' }, 300)).toBeUndefined();
  });

  test('points beyond the whole limit are never enough; that says the limit, counts nothing and holds nobody back', async () => {
    const limits = open(clock);
    const actor = { visitors: 'n' };
    const refused = await refusalOf(limits, 'graphql', actor, 301);
    expect(refused).toBeInstanceOf(NeverEnough);
    expect((refused as NeverEnough).points).toBe(300);
    expect(await limits.limited()).toEqual([]);
    expect(await refusalOf(limits, 'graphql', actor, 300)).toBeUndefined();
  });

  test("of a limit's two windows the shorter one refuses first", async () => {
    const limits = open(clock);
    await takeMany(limits, 'conceal', 300, { visitors: 'n' });
    const refused = await refusalOf(limits, 'conceal', { visitors: 'n' });
    expect((refused as RateLimited).retryAfterSeconds).toBeLessThanOrEqual(600);
  });

  test('whoever is turned away is listed with who, how often and until when, and nobody else; lifted, they go on at once', async () => {
    const limits = open(clock, (network) => `tag-of-${network.length}`);
    await takeMany(limits, 'export', 30, { account: 'nina' });
    await takeMany(limits, 'session', 60, { network: '192.0.2.0/24' });
    expect(await limits.limited()).toEqual([]);
    for (let times = 0; times < 3; times += 1) {
      expect(await refusalOf(limits, 'export', { account: 'nina' })).toBeInstanceOf(RateLimited);
    }
    // They are listed by who was first, which nobody can tell within a millisecond.
    await new Promise((later) => setTimeout(later, 2));
    expect(await refusalOf(limits, 'session', { network: '192.0.2.0/24' })).toBeInstanceOf(RateLimited);
    const [exporting, asking] = await limits.limited();
    expect(exporting).toMatchObject({
      limit: 'export',
      kind: 'account',
      who: 'nina',
      actions: 30,
      seconds: 3600,
      refused: 3,
    });
    expect(asking).toMatchObject({ limit: 'session', kind: 'network', who: 'tag-of-12', refused: 1 });
    expect(JSON.stringify(await limits.limited())).not.toContain('192.0.2');
    expect(Number(exporting?.until) - clock.now().getTime()).toBeGreaterThan(3_500_000);
    expect(await limits.lift(exporting?.id ?? '')).toBe(true);
    expect(await refusalOf(limits, 'export', { account: 'nina' })).toBeUndefined();
    expect(await refusalOf(limits, 'session', { network: '192.0.2.0/24' })).toBeInstanceOf(RateLimited);
    expect((await limits.limited()).map(({ limit }) => limit)).toEqual(['session']);
    expect(await limits.lift(exporting?.id ?? '')).toBe(false);
  });

  test('what is over is listed and lifted no more; the list stays short however many are turned away', async () => {
    let now = clock.now().getTime();
    const limits = open({ now: () => new Date(now) });
    for (let each = 0; each < 1_010; each += 1) {
      await takeMany(limits, 'destroy', 2, { account: `customer ${each}` });
      await refusalOf(limits, 'destroy', { account: `customer ${each}` });
    }
    expect(await limits.limited()).toHaveLength(1_000);
    const [first] = await limits.limited();
    now += 20 * 60_000 + 1_000;
    expect(await limits.lift(first?.id ?? '')).toBe(false);
    expect(await limits.limited()).toEqual([]);
  });
});
