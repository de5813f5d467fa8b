import { setTimeout as rest } from 'node:timers/promises';
import type { Clock } from '@onceover/service-kit/clock';
import { randomBytes } from '@onceover/service-kit/crypto';
import { startTestRedis, startTestRedisCluster } from '@onceover/testing/redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isolated, openTestLink } from '../test-support/on-redis.ts';
import { redisSolutions } from './redis-solutions.ts';
import { memorySolutions, type UsedSolutions } from './used-solutions.ts';

type Open = (clock: Clock, most: number) => UsedSolutions;

/** A place for three solutions, whose time a test moves. */
function placeOf(open: Open) {
  const clock = { ms: Date.parse('2030-03-17T10:00:00Z'), now: () => new Date(clock.ms) };
  const inSeconds = (seconds: number) => new Date(clock.ms + seconds * 1_000);
  return { clock, inSeconds, solutions: open(clock, 3) };
}

/** As between two processes: the answer takes a while. */
function farSolutions(...given: Parameters<Open>): UsedSolutions {
  const solutions = memorySolutions(...given);
  return {
    async use(...what) {
      await rest(2);
      return await solutions.use(...what);
    },
  };
}

async function onRedis(url: string, stack: AsyncDisposableStack): Promise<Open> {
  const link = stack.use(await openTestLink(url));
  return (clock, most) => redisSolutions(isolated(link), { clock, secret: randomBytes(32), most });
}

describe.each<[string, (stack: AsyncDisposableStack) => Promise<Open>]>([
  ['in one process', async () => memorySolutions],
  ['as between two processes', async () => farSolutions],
  ['on Redis', async (stack) => onRedis(stack.use(await startTestRedis()).url, stack)],
  ['on a cluster', async (stack) => onRedis(stack.use(await startTestRedisCluster()).url, stack)],
])('used solutions, %s', (_name, openPlace) => {
  const stack = new AsyncDisposableStack();
  let open: Open;
  beforeAll(async () => {
    open = await openPlace(stack);
  });
  afterAll(() => stack.disposeAsync());

  test('a solution counts once, and others beside it', async () => {
    const { solutions, inSeconds } = placeOf(open);
    expect(await solutions.use('a', inSeconds(600))).toBe(true);
    expect(await solutions.use('a', inSeconds(600))).toBe(false);
    expect(await solutions.use('b', inSeconds(600))).toBe(true);
  });

  test('whoever used it under a name may do so again, and nobody else, with a name or without', async () => {
    const { solutions, inSeconds } = placeOf(open);
    expect(await solutions.use('a', inSeconds(600), 'nina')).toBe(true);
    expect(await solutions.use('a', inSeconds(600), 'nina')).toBe(true);
    for (const by of ['otto', '', undefined]) expect(await solutions.use('a', inSeconds(600), by)).toBe(false);
    expect(await solutions.use('b', inSeconds(600))).toBe(true);
    expect(await solutions.use('b', inSeconds(600), '')).toBe(false);
  });

  test('of sixteen who come at once one has it, and keeps it', async () => {
    const { solutions, inSeconds } = placeOf(open);
    const names = Array.from({ length: 16 }, (_, number) => `claim ${number}`);
    const use = () => Promise.all(names.map((name) => solutions.use('a', inSeconds(600), name)));
    const first = await use();
    expect(first.filter(Boolean)).toHaveLength(1);
    expect(await use()).toEqual(first);
  });

  test('of 200 simultaneous uses one counts', async () => {
    const { solutions, inSeconds } = placeOf(open);
    const uses = Array.from({ length: 200 }, () => solutions.use('a', inSeconds(600)));
    expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1);
  });

  test('where no more can be noted none counts, until some have expired', async () => {
    const { solutions, inSeconds, clock } = placeOf(open);
    for (const challenge of ['a', 'b', 'c']) expect(await solutions.use(challenge, inSeconds(600))).toBe(true);
    expect(await solutions.use('d', inSeconds(600))).toBe(false);
    clock.ms += 600_000;
    expect(await solutions.use('d', inSeconds(600))).toBe(true);
  });
});
