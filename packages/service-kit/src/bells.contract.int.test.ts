import { setTimeout as rest } from 'node:timers/promises';
import { redisBells } from '@onceover/redis-kit/bells';
import { redisConfig } from '@onceover/redis-kit/config';
import { openRedis } from '@onceover/redis-kit/link';
import { startTestRedis, startTestRedisCluster } from '@onceover/testing/redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bells, createBells } from './bells.ts';
import { createLogger } from './logging.ts';

/** Bells that a test rings, bells that it listens to, and how long a ring takes at most. */
interface Place {
  readonly ringing: Bells;
  readonly hearing: Bells;
  readonly takesMs: number;
}

/** As between two processes: a ring arrives later, and listening takes a while to begin. */
function farBells(): Bells {
  const bells = createBells();
  return {
    ring: (topic) => void setTimeout(() => bells.ring(topic), 2),
    async on(topic, listener) {
      await rest(2);
      return await bells.on(topic, listener);
    },
  };
}

const alone = (bells: Bells): Place => ({ ringing: bells, hearing: bells, takesMs: 20 });

type Open = (stack: AsyncDisposableStack) => Promise<Place>;

/** Bells of two processes: each has connections of its own. */
function onRedis(start: () => Promise<AsyncDisposable & { readonly url: string }>, processes: 1 | 2): Open {
  return async (stack) => {
    const { url } = stack.use(await start());
    const open = async () => {
      const address = redisConfig.address.schema.parse(url);
      return redisBells(stack.use(await openRedis({ address, log: createLogger('test'), patienceMs: 10_000 })));
    };
    const ringing = await open();
    return { ringing, hearing: processes === 1 ? ringing : await open(), takesMs: 200 };
  };
}

describe.each<[string, Open]>([
  ['of one process', async () => alone(createBells())],
  ['as between two processes', async () => alone(farBells())],
  ['on Redis, in the process that rings', onRedis(startTestRedis, 1)],
  ['on Redis, in another process', onRedis(startTestRedis, 2)],
  ['on a cluster of Redis, in the process that rings', onRedis(startTestRedisCluster, 1)],
  ['on a cluster of Redis, in another process', onRedis(startTestRedisCluster, 2)],
])('bells, %s', (_name, open) => {
  const stack = new AsyncDisposableStack();
  let place: Place;
  beforeAll(async () => {
    place = await open(stack);
  });
  afterAll(() => stack.disposeAsync());
  const arrived = () => rest(place.takesMs);

  test('a ring reaches those who listen to its topic, each once, until they stop', async () => {
    const { ringing, hearing } = place;
    const heard: string[] = [];
    const listener = () => void heard.push('box');
    using _one = await hearing.on('box:1', listener);
    const two = await hearing.on('box:1', listener);
    using _other = await hearing.on('box:2', () => void heard.push('other'));
    ringing.ring('box:1');
    await arrived();
    two[Symbol.dispose]();
    two[Symbol.dispose]();
    ringing.ring('box:1');
    ringing.ring('box:3');
    await arrived();
    expect(heard).toEqual(['box', 'box', 'box']);
  });

  test('a listener that came after all others had gone is heard', async () => {
    const { ringing, hearing } = place;
    const first = await hearing.on('pulse', () => undefined);
    first[Symbol.dispose]();
    let count = 0;
    using _ = await hearing.on('pulse', () => {
      count += 1;
    });
    first[Symbol.dispose]();
    ringing.ring('pulse');
    await arrived();
    expect(count).toBe(1);
  });

  test('a listener may stop listening while it is called', async () => {
    const { ringing, hearing } = place;
    let count = 0;
    const once = await hearing.on('pulse', () => {
      count += 1;
      once[Symbol.dispose]();
    });
    ringing.ring('pulse');
    ringing.ring('pulse');
    await arrived();
    ringing.ring('pulse');
    await arrived();
    expect(count).toBe(1);
  });

  test('whatever is rung once listening has begun is heard, of as many topics as there may be', async () => {
    const { ringing, hearing } = place;
    const heard = new Set<number>();
    const topics = Array.from({ length: 500 }, (_, index) => index);
    using listening = new DisposableStack();
    await Promise.all(
      topics.map(async (topic) => {
        listening.use(await hearing.on(`many:${topic}`, () => void heard.add(topic)));
        ringing.ring(`many:${topic}`);
      }),
    );
    await arrived();
    expect(heard.size).toBe(topics.length);
  });
});
