import { systemClock } from '@onceover/service-kit/clock';
import { randomBytes } from '@onceover/service-kit/crypto';
import { eventually } from '@onceover/testing/eventually';
import { type RedisCommand, startTestRedis, type TestRedis } from '@onceover/testing/redis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RateLimited } from './limits/request-limits.ts';
import { redisStores } from './redis-stores.ts';
import { openTestLink } from './test-support/on-redis.ts';

/** What somebody writes who got into Redis and is none of us. */
const stack = new AsyncDisposableStack();
let redis: TestRedis;
beforeAll(async () => {
  redis = stack.use(await startTestRedis());
});
afterAll(() => stack.disposeAsync());

let own: AsyncDisposableStack;
beforeEach(async () => {
  await redis.ask('FLUSHALL');
  own = new AsyncDisposableStack();
  return () => own.disposeAsync();
});

const DESTROYS = 2;

/** A gateway that turns somebody away, and the keys that it has made. */
async function gateway() {
  const link = own.use(await openTestLink(redis.url));
  const stores = redisStores(link)({ clock: systemClock, secret: randomBytes(32), tagOf: () => 'tag-of-1' });
  const take = async (account: string) => {
    const taken = stores.limits.take('destroy', { account });
    return await taken.then(
      () => 'let',
      (error: unknown) => (error instanceof RateLimited ? 'limited' : error),
    );
  };
  for (let times = 0; times <= DESTROYS; times += 1) await take('nina');
  const keys = (await link.call('keys', '*')) as readonly string[];
  const keyOf = (part: RegExp) => keys.find((key) => part.test(key)) ?? expect.fail(keys.join());
  return {
    ...stores,
    take,
    counter: keyOf(/limit:destroy/),
    entries: keyOf(/entries$/),
    until: keyOf(/until$/),
    isBack: () => eventually(() => expect(link.isAvailable).toBe(true), { withinMs: 20_000 }),
  };
}

const poisons: readonly (readonly [string, (key: string) => RedisCommand])[] = [
  ['a text', (key) => ['SET', key, 'not what it should be']],
  ['no number', (key) => ['SET', key, 'nan']],
  ['more than a number', (key) => ['SET', key, '9'.repeat(40)]],
  ['four megabytes', (key) => ['SET', key, 'x'.repeat(4 * 1024 * 1024)]],
  ['a list', (key) => ['RPUSH', key, 'x']],
  ['a set', (key) => ['SADD', key, 'x']],
];

test.each(poisons)('%s in place of a count: nobody has more than alone, and none a failure', async (_what, poison) => {
  const { take, counter, isBack } = await gateway();
  await redis.fill([['DEL', counter], poison(counter)]);
  const answers: unknown[] = [];
  for (let times = 0; times < 10; times += 1) answers.push(await take('nina'));
  expect(new Set(answers).difference(new Set(['let', 'limited']))).toEqual(new Set());
  expect(answers.filter((answer) => answer === 'let').length).toBeLessThanOrEqual(DESTROYS);
  await isBack();
  expect(await take('tom')).toBe('let');
});

test.each(poisons)(
  '%s in place of who is held back: whoever is, stays so, and the page shows what it can',
  async (_what, poison) => {
    for (const which of ['entries', 'until'] as const) {
      const { take, limits, isBack, [which]: key } = await gateway();
      await redis.fill([['DEL', key], poison(key)]);
      expect(await take('nina')).toBe('limited');
      await isBack();
      expect(Array.isArray(await limits.limited())).toBe(true);
      await redis.ask('FLUSHALL');
    }
  },
);

test.each([
  ['no JSON', 'not JSON'],
  ['another thing', '{"id":1}'],
  ['a prototype', '{"__proto__":{"limit":"destroy"},"constructor":1}'],
  [
    'an endless time',
    '{"id":"a","limit":"destroy","kind":"account","actions":2,"seconds":9,"until":1e999,"refused":1,"key":"k"}',
  ],
  [
    'a time that no clock shows',
    '{"id":"a","limit":"destroy","kind":"account","actions":2,"seconds":9,"until":1e300,"refused":1,"key":"k"}',
  ],
  ['lists in lists', '['.repeat(50_000)],
])('one entry that is %s does not hide the others', async (_what, entry) => {
  const { limits, entries } = await gateway();
  const before = await limits.limited();
  expect(before).toMatchObject([{ limit: 'destroy', who: 'nina' }]);
  await redis.fill([['HSET', entries, 'of nobody', entry]]);
  expect(await limits.limited()).toEqual(before);
});
