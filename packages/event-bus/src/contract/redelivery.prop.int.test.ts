import type { RecordedEvent } from '@onceover/event-store';
import { newId } from '@onceover/service-kit/ids';
import { noTelemetry } from '@onceover/service-kit/telemetry';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consumerKey } from '../consumer.ts';
import { runBatch } from '../runtime/batch-run.ts';
import { watchBatches } from '../runtime/watch-batches.ts';
import { type Bench, benches } from '../test-support/benches.ts';
import { counting, keptLog, running } from '../test-support/definitions.ts';
import { append } from '../test-support/events.ts';
import { retryDeadLetter } from '../tools/dead-letters.ts';
import { replay } from '../tools/replay.ts';

describe.each(benches)('5: redelivery on $name', ({ open }) => {
  let bench: Bench;
  const streams = Array.from({ length: 4 }, newId);
  beforeAll(async () => {
    bench = await open();
    for (let i = 0; i < 24; i += 1) await append(bench.boxes, ['box.noted'], streams[i % 4]);
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  const everything = () => bench.source.history.read('boxes', bench.source.history.start, 1_000);

  /** Delivers events like a source that does not know how far the consumer has got. */
  const deliver = (definition: ReturnType<typeof counting>, events: readonly RecordedEvent[]) => {
    const { signal } = new AbortController();
    const none = async () => undefined;
    const parts = {
      definition,
      store: bench.store,
      log: keptLog().log,
      now: () => new Date(),
      sleep: none,
      read: (event: RecordedEvent) => event,
      onHandled: () => undefined,
      watch: watchBatches(definition, noTelemetry),
    };
    return runBatch(parts, { shard: 'boxes', events, signal, ack: none });
  };

  test('any suffix of the log, delivered again however often and with whatever failures, leaves the same effects', async () => {
    const events = await everything();
    const cuts = fc.array(fc.integer({ min: 0, max: events.length - 1 }), { maxLength: 5 });
    const failures = fc.array(fc.boolean(), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(cuts, failures, async (starts, failing) => {
        const before = (await bench.effects()).length;
        const fails = [...failing];
        const consumer = counting(bench, {
          async handle(batch, context) {
            for (const { id } of batch) await bench.effect(context, id);
            // Never five failures in a row, which would park an event.
            if (fails.length % 4 > 0 && fails.pop() === true) throw new RangeError('not today');
            fails.pop();
          },
        });
        await deliver(consumer, events);
        for (const start of starts) await deliver(consumer, events.slice(start));
        expect((await bench.effects()).slice(before)).toEqual(events.map(({ id }) => id));
      }),
      { numRuns: 25 },
    );
  });

  test('a parked event delivered again is left alone, and its dead letter can still be retried', async () => {
    const [first, poison, last] = await everything();
    if (first === undefined || poison === undefined || last === undefined) throw new TypeError('there are more');
    const before = (await bench.effects()).length;
    let tries = 0;
    const broken = counting(bench, {
      async handle(batch, context) {
        for (const { id } of batch) {
          await bench.effect(context, id);
          if (id !== poison.id) continue;
          tries += 1;
          throw new RangeError('cannot handle this one');
        }
      },
    });
    await deliver(broken, [first, poison, last]);
    const triesAtFirst = tries;
    await deliver(broken, [poison, last]);
    expect(tries).toBe(triesAtFirst);
    expect(await bench.store.listLetters({ consumer: consumerKey(broken) })).toMatchObject([{ attempts: 5 }]);
    const mended = { ...broken, handle: counting(bench).handle };
    const tools = {
      definitions: [mended],
      store: bench.store,
      history: bench.source.history,
      places: bench.source.places,
      log: keptLog().log,
    };
    await retryDeadLetter(tools, { consumer: mended.name, eventId: poison.id });
    await deliver(mended, [first, poison, last]);
    expect((await bench.effects()).slice(before)).toEqual([first.id, last.id, poison.id]);
  });

  test('a projection with a version guard converges when any range is replayed', async () => {
    const events = await everything();
    const places = events.map(({ position }) => position);
    const projected = new Map<string, number>();
    const projection = counting(bench, {
      sources: ['boxes'],
      onError: 'halt',
      converges: true,
      async handle(batch) {
        for (const { streamId, version } of batch) {
          if (version > (projected.get(streamId) ?? 0)) projected.set(streamId, version);
        }
      },
    });
    await using consumer = await running(bench, projection);
    await consumer.catchUp();
    const hash = JSON.stringify([...projected]);
    const tools = {
      definitions: [projection],
      store: bench.store,
      history: bench.source.history,
      places: bench.source.places,
      log: keptLog().log,
    };
    await fc.assert(
      fc.asyncProperty(fc.nat(places.length - 1), fc.nat(places.length - 1), async (a, b) => {
        const [from, to] = [places[Math.min(a, b)], places[Math.max(a, b)]];
        if (from === undefined || to === undefined) throw new TypeError('a place is a place');
        const count = await replay(tools, { consumer: projection.name, from, to });
        expect(count).toBe(Math.abs(a - b));
        expect(JSON.stringify([...projected])).toBe(hash);
      }),
      { numRuns: 20 },
    );
  });
});
