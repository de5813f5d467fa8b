import { setTimeout as rest } from 'node:timers/promises';
import type { Bells } from '@onceover/service-kit/bells';
import { createLogger } from '@onceover/service-kit/logging';
import { eventually } from '@onceover/testing/eventually';
import { startTestRedis, startTestRedisCluster } from '@onceover/testing/redis';
import { describe, expect, test } from 'vitest';
import { redisConfig } from './config.ts';
import { redisBells } from './redis-bells.ts';
import { openRedis } from './redis-link.ts';

const log = createLogger('test');

async function openBells(url: string, stack: AsyncDisposableStack): Promise<Bells> {
  const address = redisConfig.address.schema.parse(url);
  return redisBells(stack.use(await openRedis({ address, log, patienceMs: 2_000 })));
}

/** Rings until it is heard. */
async function ringsAgain(ringing: Bells, topic: string, count: () => number): Promise<void> {
  const before = count();
  await eventually(
    () => {
      ringing.ring(topic);
      expect(count()).toBeGreaterThan(before);
    },
    { withinMs: 30_000, everyMs: 200 },
  );
}

test('a ring is heard in its own process before anything else happens, and no second time', async () => {
  await using stack = new AsyncDisposableStack();
  const bells = await openBells(stack.use(await startTestRedis()).url, stack);
  let heard = 0;
  using _ = await bells.on('own', () => {
    heard += 1;
  });
  bells.ring('own');
  expect(heard).toBe(1);
  await rest(100);
  expect(heard).toBe(1);
});

test('a thousand who listen to one topic are one subscription, which ends with the last of them', async () => {
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await startTestRedis());
  const [ringing, hearing] = [await openBells(redis.url, stack), await openBells(redis.url, stack)];
  let heard = 0;
  const listening = await Promise.all(
    Array.from({ length: 1_000 }, () =>
      hearing.on('busy', () => {
        heard += 1;
      }),
    ),
  );
  expect(await redis.ask('PUBSUB SHARDNUMSUB onceover:bell:busy')).toContain(':1\r\n');
  ringing.ring('busy');
  await eventually(() => expect(heard).toBe(1_000));
  for (const each of listening.slice(1)) each[Symbol.dispose]();
  expect(await redis.ask('PUBSUB SHARDNUMSUB onceover:bell:busy')).toContain(':1\r\n');
  listening[0]?.[Symbol.dispose]();
  await eventually(async () => expect(await redis.ask('PUBSUB SHARDCHANNELS')).toBe('*0\r\n'));
});

test('a process that only rings has one connection', async () => {
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await startTestRedis());
  const bells = await openBells(redis.url, stack);
  bells.ring('a');
  // Longer than it takes to ask a connection that listens for a sign of life.
  await rest(6_000);
  const clients = await redis.ask('CLIENT LIST TYPE normal');
  expect(clients.match(/^id=/gm)).toHaveLength(2); // with the one that asks
});

test('of a burst each topic is told once', async () => {
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await startTestRedis());
  const [ringing, hearing] = [await openBells(redis.url, stack), await openBells(redis.url, stack)];
  let heard = 0;
  using _ = await hearing.on('burst', () => {
    heard += 1;
  });
  for (let each = 0; each < 1_000; each += 1) ringing.ring('burst');
  await rest(200);
  expect(heard).toBe(1);
});

describe('after an outage bells are heard again', () => {
  test.each(['it stood still', 'it stood still for long', 'it was killed'])('because %s', async (how) => {
    await using stack = new AsyncDisposableStack();
    const redis = stack.use(await startTestRedis());
    const [ringing, hearing] = [await openBells(redis.url, stack), await openBells(redis.url, stack)];
    let heard = 0;
    using _ = await hearing.on('a', () => {
      heard += 1;
    });
    await ringsAgain(ringing, 'a', () => heard);
    if (how === 'it was killed') await redis.kill();
    else redis.pause();
    // Longer than a connection may be silent.
    if (how === 'it stood still for long') await rest(12_000);
    let heardLater = 0;
    const begun = performance.now();
    using _later = await hearing.on('b', () => {
      heardLater += 1;
    });
    expect(performance.now() - begun).toBeLessThan(4_000);
    hearing.ring('b');
    expect(heardLater).toBe(1);
    if (how === 'it was killed') await redis.startAgain();
    else redis.goOn();
    await ringsAgain(ringing, 'a', () => heard);
    await ringsAgain(ringing, 'b', () => heardLater);
  });

  test.each([
    ['for a moment', 500],
    ['for longer than the cluster waits for it', 8_000],
  ])('of one node of a cluster, which was gone %s', async (_title, goneMs) => {
    await using stack = new AsyncDisposableStack();
    const cluster = stack.use(await startTestRedisCluster());
    const [ringing, hearing] = [await openBells(cluster.url, stack), await openBells(cluster.url, stack)];
    const topics = Array.from({ length: 30 }, (_, index) => `topic ${index}`);
    const heard = new Map<string, number>();
    const listenTo = async (some: readonly string[]) => {
      const count = (topic: string) => void heard.set(topic, (heard.get(topic) ?? 0) + 1);
      for (const listening of await Promise.all(some.map((topic) => hearing.on(topic, () => count(topic))))) {
        stack.use(listening);
      }
    };
    await listenTo(topics);
    const all = () => Promise.all(topics.map((topic) => ringsAgain(ringing, topic, () => heard.get(topic) ?? 0)));
    await all();
    const [, second] = cluster.nodes;
    await second?.kill();
    await rest(goneMs);
    const later = Array.from({ length: 10 }, (_, index) => `later ${index}`);
    topics.push(...later);
    await listenTo(later);
    await second?.startAgain();
    await all();
  });

  test('before the first of which nobody could subscribe', async () => {
    await using stack = new AsyncDisposableStack();
    const redis = stack.use(await startTestRedis());
    await redis.kill();
    const [ringing, hearing] = await Promise.all([openBells(redis.url, stack), openBells(redis.url, stack)]);
    let heard = 0;
    using _ = await hearing.on('a', () => {
      heard += 1;
    });
    await redis.startAgain();
    await ringsAgain(ringing, 'a', () => heard);
  });
});
