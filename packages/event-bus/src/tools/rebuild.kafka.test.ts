import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createPostgresConsumerStore } from '../stores/postgres-consumer-store.ts';
import { openPostgres, type PostgresBench } from '../test-support/benches.ts';
import { keptLog, running } from '../test-support/definitions.ts';
import { append } from '../test-support/events.ts';
import { type KafkaTopics, kafkaTopics, PARTITIONS } from '../test-support/kafka-topics.ts';
import { COUNTER } from '../test-support/migrate-bus.ts';
import { totalIn, totals } from '../test-support/totals.ts';
import type { RebuildParts } from './parts.ts';
import { rebuild } from './rebuild.ts';

const [brokers = ''] = Object.values(inject('kafka') ?? {});

describe('a projection whose logs come through Kafka', () => {
  let bench: PostgresBench;
  let topics: KafkaTopics;
  const stack = new AsyncDisposableStack();
  beforeAll(async () => {
    bench = stack.use(await openPostgres());
    topics = kafkaTopics(brokers.split(','), bench);
    stack.use(await topics.startRelay('boxes'));
    stack.use(await topics.startRelay('crates'));
  });
  afterAll(() => stack.disposeAsync());

  const toolsOn = (source: ReturnType<KafkaTopics['member']>, definition: ReturnType<typeof totals>): RebuildParts => ({
    definitions: [definition],
    store: bench.store,
    history: source.history,
    places: source.places,
    shardOf: source.shardOf,
    schema: COUNTER,
    openSession: () => createPostgresConsumerStore({ pool: bench.session(), schema: COUNTER }),
    log: keptLog().log,
  });
  /** A stream in each partition. */
  const streams = () => {
    const shardOf = topics.member().shardOf ?? (() => 0);
    const shards = new Map<number, string>();
    while (shards.size < PARTITIONS) {
      const streamId = newId();
      shards.set(shardOf('boxes', { type: 'box.noted', tenantRef: null, streamId }), streamId);
    }
    return [...shards].toSorted().map(([, streamId]) => streamId);
  };

  test('is made anew up to where each partition has come, however far apart they are', async () => {
    const definition = totals();
    const source = topics.member();
    await using consumer = await running({ ...bench, source }, definition);
    // One partition is quiet while the other goes on, now the one and now the other.
    for (const order of [streams(), streams().toReversed()]) {
      for (const [place, stream] of order.entries()) {
        for (let note = 0; note <= place; note += 1) await append(bench.boxes, ['box.noted'], stream);
      }
      await consumer.catchUp();
      expect(await rebuild(toolsOn(source, definition), definition.name)).toBeGreaterThanOrEqual(3);
      expect(await Promise.all(order.map((stream) => totalIn(bench, stream)))).toEqual([1, 2]);
    }
  });

  test('counts once what happens while it is made anew', async () => {
    const definition = totals();
    const source = topics.member();
    await using consumer = await running({ ...bench, source }, definition);
    const order = streams();
    let isOver = false;
    let rounds = 0;
    const writing = (async () => {
      for (; !isOver; rounds += 1) {
        await Promise.all(order.map((stream) => append(bench.boxes, ['box.noted'], stream)));
      }
    })();
    for (let round = 0; round < 5; round += 1) await rebuild(toolsOn(source, definition), definition.name);
    isOver = true;
    await writing;
    await consumer.catchUp();
    expect(rounds).toBeGreaterThan(1);
    expect(await Promise.all(order.map((stream) => totalIn(bench, stream)))).toEqual(order.map(() => rounds));
  });
});
