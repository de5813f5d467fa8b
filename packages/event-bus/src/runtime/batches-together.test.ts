import type { Batch, RecordedEvent } from '@onceover/event-store';
import { OutageError } from '@onceover/service-kit/errors';
import { createLogger } from '@onceover/service-kit/logging';
import { noTelemetry } from '@onceover/service-kit/telemetry';
import { beforeEach, expect, test } from 'vitest';
import type { ConsumerDefinition } from '../consumer.ts';
import { createMemoryConsumerStore, type MemoryConsumerStore } from '../stores/memory-consumer-store.ts';
import type { RunParts } from './batch-run.ts';
import { batchesTogether } from './batches-together.ts';
import { watchBatches } from './watch-batches.ts';

let store: MemoryConsumerStore;
/** The events of each call of the handler, as `shard:name`. */
let handled: string[][];
/** Where batches were acknowledged, in that order. */
let acked: string[];
let isPoison: (name: string) => boolean;
/** What a sleep between two tries waits for. */
let slept: Promise<void>;
beforeEach(() => {
  store = createMemoryConsumerStore();
  [handled, acked, isPoison, slept] = [[], [], () => false, Promise.resolve()];
});

const definition: ConsumerDefinition = {
  name: 'counter.test',
  version: 1,
  sources: ['boxes', 'crates'],
  handles: ['box.noted'],
  onError: 'park',
  async handle(events) {
    const names = events.map(({ streamId }) => streamId);
    handled.push(names);
    const poison = names.find(isPoison);
    if (poison !== undefined) throw new RangeError(`cannot handle ${poison}`);
  },
};

const run = (mostEvents = 100) => batchesTogether(parts(), mostEvents);

function parts(): RunParts {
  return {
    definition,
    store,
    log: createLogger('test'),
    now: () => new Date(),
    sleep: () => slept,
    read: (event) => event,
    onHandled: () => undefined,
    watch: watchBatches(definition, noTelemetry),
  };
}

function batch(shard: string, ...names: readonly string[]): Batch {
  const source = shard.split('/')[0] ?? '';
  const events = names.map((name, at) => ({
    id: `${shard}-${name}`,
    type: 'box.noted',
    streamId: `${shard}:${name}`,
    source,
    position: `${shard}@${at}`,
  }));
  return {
    shard,
    events: events as unknown as readonly RecordedEvent[],
    signal: new AbortController().signal,
    ack: async (position) => void acked.push(String(position)),
  };
}

test('what partitions have at the same time is one transaction, acknowledged for each in the order of their numbers', async () => {
  const together = run();
  await Promise.all([batch('boxes/10', 'a', 'b'), batch('boxes/2', 'c'), batch('boxes/1', 'd')].map(together));
  expect(handled).toEqual([['boxes/10:a', 'boxes/10:b', 'boxes/2:c', 'boxes/1:d']]);
  expect(acked).toEqual(['boxes/1@0', 'boxes/2@0', 'boxes/10@1']);
});

test('events of two logs are never handled together', async () => {
  const together = run();
  await Promise.all([batch('boxes/1', 'a'), batch('crates/1', 'b'), batch('boxes/2', 'c')].map(together));
  expect(handled).toEqual([['boxes/1:a', 'boxes/2:c'], ['crates/1:b']]);
});

test('what comes meanwhile goes next, and no more at once than a batch may hold', async () => {
  const together = run(3);
  const first = [batch('boxes/1', 'a', 'b'), batch('boxes/2', 'c', 'd'), batch('boxes/3', 'e')].map(together);
  await first[0];
  await Promise.all([...first, together(batch('boxes/1', 'f'))]);
  expect(handled).toEqual([['boxes/1:a', 'boxes/1:b'], ['boxes/2:c', 'boxes/2:d', 'boxes/3:e'], ['boxes/1:f']]);
});

test('while one transaction runs, the next gather, whenever they come', async () => {
  const working = Promise.withResolvers<void>();
  const handle: ConsumerDefinition['handle'] = async (...given) => {
    await definition.handle(...given);
    await working.promise;
  };
  const together = batchesTogether(
    {
      ...parts(),
      definition: { ...definition, handle },
    },
    100,
  );
  const running = [together(batch('boxes/1', 'a'))];
  for (const shard of ['boxes/2', 'boxes/3']) {
    await new Promise((turned) => setTimeout(turned, 5));
    running.push(together(batch(shard, 'b')));
  }
  await new Promise((turned) => setTimeout(turned, 5));
  working.resolve();
  await Promise.all(running);
  expect(handled).toEqual([['boxes/1:a'], ['boxes/2:b', 'boxes/3:b']]);
});

test('a batch larger than that goes alone', async () => {
  const together = run(1);
  await together(batch('boxes/1', 'a', 'b'));
  expect(handled).toEqual([['boxes/1:a', 'boxes/1:b']]);
});

test('an event that fails is parked alone, after as many tries as ever, and holds up no other partition meanwhile', async () => {
  const resting = Promise.withResolvers<void>();
  slept = resting.promise;
  isPoison = (name) => name === 'boxes/1:bad';
  const together = run();
  const stuck = together(batch('boxes/1', 'bad'));
  await Promise.all([batch('boxes/2', 'a'), batch('boxes/3', 'b')].map(together));
  await together(batch('boxes/2', 'c'));
  expect(acked).toEqual(['boxes/2@0', 'boxes/3@0', 'boxes/2@0']);
  resting.resolve();
  await stuck;
  expect(acked.at(-1)).toBe('boxes/1@0');
  expect(await store.listLetters({})).toMatchObject([{ eventId: 'boxes/1-bad', attempts: 5, state: 'parked' }]);
});

test('an outage is told to every partition and nothing is tried again: it may have been done, so each reads its place first', async () => {
  const outage = new OutageError('database', { cause: new Error('the answer was lost') });
  const handle: ConsumerDefinition['handle'] = async (...given) => {
    await definition.handle(...given);
    throw outage;
  };
  const together = batchesTogether({ ...parts(), definition: { ...definition, handle } }, 100);
  const ended = await Promise.allSettled([batch('boxes/1', 'a'), batch('boxes/2', 'b')].map(together));
  expect(ended).toEqual(ended.map(() => ({ status: 'rejected', reason: outage })));
  expect(handled).toEqual([['boxes/1:a', 'boxes/2:b']]);
});

test('a batch that fails alone has had its first try', async () => {
  isPoison = () => true;
  await run()(batch('boxes/1', 'bad'));
  expect(handled).toHaveLength(5);
});
