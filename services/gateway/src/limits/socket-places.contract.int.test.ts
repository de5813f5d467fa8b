import { setTimeout as rest } from 'node:timers/promises';
import { randomBytes } from '@onceover/service-kit/crypto';
import { eventually } from '@onceover/testing/eventually';
import { startTestRedis, startTestRedisCluster } from '@onceover/testing/redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isolated, openTestLink } from '../test-support/on-redis.ts';
import { redisPlaces } from './redis-places.ts';
import { RateLimited } from './request-limits.ts';
import { memoryPlaces, type PlaceOwner, type SocketPlaces } from './socket-places.ts';

const network = (name: string): PlaceOwner => ({ who: `network ${name}`, most: 20 });
const session = (name: string): PlaceOwner => ({ who: `session ${name}`, most: 5 });

type OpenPlaces = () => readonly [SocketPlaces, SocketPlaces];

async function onRedis(url: string, stack: AsyncDisposableStack): Promise<OpenPlaces> {
  const links = [stack.use(await openTestLink(url)), stack.use(await openTestLink(url))] as const;
  return () => {
    const secret = randomBytes(32);
    const one = isolated(links[0]);
    const other = Object.create(links[1], { key: { value: one.key } });
    return [redisPlaces(one, { secret }), redisPlaces(other, { secret })];
  };
}

const inMemory: OpenPlaces = () => {
  const places = memoryPlaces();
  return [places, places];
};

describe.each<[string, (stack: AsyncDisposableStack) => Promise<OpenPlaces>]>([
  ['of one gateway', async () => inMemory],
  ['of two gateways on Redis', async (stack) => onRedis(stack.use(await startTestRedis()).url, stack)],
  ['of two gateways on a cluster', async (stack) => onRedis(stack.use(await startTestRedisCluster()).url, stack)],
])('places of sockets, %s', (_name, openPlaces) => {
  const stack = new AsyncDisposableStack();
  let open: OpenPlaces;
  beforeAll(async () => {
    open = await openPlaces(stack);
  });
  afterAll(() => stack.disposeAsync());

  test.each([
    ['a network', network('192.0.2.0/24'), network('198.51.100.0/24')],
    ['a session', session('one'), session('two')],
  ])('%s has so many, and one that closes makes room for another', async (_title, who, other) => {
    const { most } = who;
    const [one, two] = open();
    const all = Array.from({ length: most + 10 }, (_, index) => (index % 2 === 0 ? one : two).placeFor(who));
    const settled = await Promise.allSettled(all);
    const given = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(given).toHaveLength(most);
    await expect(one.placeFor(who)).rejects.toThrow(RateLimited);
    await two.placeFor(other);
    given[0]?.[Symbol.dispose]();
    given[0]?.[Symbol.dispose]();
    await eventually(() => two.placeFor(who));
    await expect(one.placeFor(who)).rejects.toThrow(RateLimited);
  });
});

describe('places on Redis', () => {
  const who = network('192.0.2.0/24');
  const given = async (places: SocketPlaces) => {
    const settled = await Promise.allSettled(Array.from({ length: 30 }, () => places.placeFor(who)));
    return settled.filter(({ status }) => status === 'fulfilled').length;
  };

  /** A gateway's places, whose leases are short. */
  const gateways = (url: string, stack: AsyncDisposableStack) => {
    const secret = randomBytes(32);
    return async () => {
      const link = stack.use(await openTestLink(url, { patienceMs: 1_000 }));
      return { link, places: redisPlaces(link, { secret, leaseMs: 900 }) };
    };
  };

  test('those of a process that died come free; those of one that lives are kept', async () => {
    await using stack = new AsyncDisposableStack();
    const open = gateways(stack.use(await startTestRedis()).url, stack);
    const [dying, living] = [await open(), await open()];
    for (let each = 0; each < 12; each += 1) await dying.places.placeFor(who);
    expect(await given(living.places)).toBe(8);
    await dying.link[Symbol.asyncDispose]();
    expect(await given(living.places)).toBe(0);
    await rest(2_000);
    expect(await given(living.places)).toBe(12);
  });

  test('while Redis is unavailable each process gives a quarter of them; afterwards what is open counts', async () => {
    await using stack = new AsyncDisposableStack();
    const redis = stack.use(await startTestRedis());
    const open = gateways(redis.url, stack);
    const [one, other] = [await open(), await open()];
    await redis.kill();
    expect(await given(one.places)).toBe(5);
    expect(await given(other.places)).toBe(5);
    await redis.startAgain();
    await rest(2_500);
    const third = await open();
    expect(await given(third.places)).toBe(10);
  });
});
