import type { Bookmark, Position, RecordedEvent } from '@onceover/event-store';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PartitionReader } from './partition-reader.ts';
import { keyOf, partitionOf } from './record.ts';
import { aNote, asFetched, startOf } from './test-support/notes.ts';

const isProving = Number(process.env.ONCEOVER_PROVE ?? 0) > 0;
const PARTITIONS = 3;
const ROOM = 6;
const KEY_HERE = 'key-0';
const PARTITION = partitionOf(KEY_HERE, PARTITIONS);
const WANTED = ['box.noted', 'box.filled'];

type Step =
  | { readonly does: 'append'; readonly keys: readonly number[]; readonly type: string }
  /** The relay goes on where it is, or a little before, as after a failure. */
  | { readonly does: 'publish'; readonly back: number; readonly count: number }
  /** A relay that has lost the log and does not know it yet sends a range that is there already. */
  | { readonly does: 'repeat'; readonly from: number; readonly count: number }
  | { readonly does: 'trim'; readonly count: number }
  /** Another topic, in this cluster or in another; the relay publishes again from some place that it has passed. */
  | { readonly does: 'make anew'; readonly oldest: number; readonly isElsewhere: boolean }
  | { readonly does: 'fetch'; readonly count: number }
  | { readonly does: 'read'; readonly limit: number; readonly handles: 'all' | 'some' | 'none' }
  | { readonly does: 'remember' | 'rejoin' | 'restart' | 'look' | 'lose patience' };

const few = fc.nat({ max: 9 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('append' as const),
      keys: fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 9 }),
      type: fc.constantFrom(...WANTED, 'box.moved'),
    }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('publish' as const), back: fc.nat({ max: 3 }), count: few }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('repeat' as const), from: fc.nat(), count: few }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('trim' as const), count: few }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('make anew' as const),
      oldest: fc.nat(),
      isElsewhere: fc.boolean(),
    }),
  },
  { weight: 8, arbitrary: fc.record({ does: fc.constant('fetch' as const), count: few }) },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('read' as const),
      limit: fc.integer({ min: 1, max: 5 }),
      handles: fc.constantFrom('all', 'all', 'some', 'none'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constantFrom('remember', 'rejoin', 'restart', 'look', 'lose patience') }),
  },
);

const plan = fc.record({ steps: fc.array(step, { minLength: 10, maxLength: 70 }), startsAt: fc.nat({ max: 4 }) });

/** A log, its relay and one partition of its topic, of which records go as they do in Kafka. */
class SimulatedTopic {
  readonly log: RecordedEvent[] = [];
  /** How many events of the log the relay says are published. */
  published = 0;
  cluster = 'one';
  #records: { readonly event: RecordedEvent; readonly run: string }[] = [];
  #low = 0;
  #run = 0;

  get ends(): { readonly low: bigint; readonly high: bigint } {
    return { low: BigInt(this.#low), high: BigInt(this.#end) };
  }

  get #end(): number {
    return this.#low + this.#records.length;
  }

  publish(back: number, count: number): void {
    const from = Math.max(0, this.published - back);
    if (back > 0) this.#run += 1;
    this.#send(from, this.published + count, this.#run);
    this.published = Math.min(this.log.length, this.published + count);
  }

  repeat(from: number, count: number): void {
    if (this.published === 0) return;
    const first = from % this.published;
    this.#send(first, Math.min(this.published, first + count), -1);
    this.#run += 1;
  }

  #send(from: number, to: number, run: number): void {
    const events = this.log.slice(from, to).filter(isHere);
    this.#records.push(...events.map((event) => ({ event, run: String(run) })));
  }

  trim(count: number): void {
    this.#low += this.#records.splice(0, count).length;
  }

  makeAnew(oldest: number, isElsewhere: boolean): void {
    if (isElsewhere) this.cluster += '+';
    this.#records = [];
    this.#low = 0;
    this.#run += 1;
    this.published = Math.min(oldest % (this.log.length + 1), this.published);
  }

  /** From the oldest if there is no such offset. */
  fetch(offset: number, count: number): { readonly messages: ReturnType<typeof asFetched>[]; readonly next: number } {
    const from = offset < this.#low || offset > this.#end ? this.#low : offset;
    const messages = this.#records
      .slice(from - this.#low, from - this.#low + count)
      .map(({ event, run }, index) => asFetched(event, { run, offset: from + index }));
    return { messages, next: from + messages.length };
  }

  /** Pages as an owner may cut them. */
  readonly history = {
    read: async (_source: string, after: Position) => this.log.filter(({ position }) => position > after).slice(0, 4),
  };
}

function isHere(event: RecordedEvent): boolean {
  return partitionOf(keyOf(event), PARTITIONS) === PARTITION;
}

/** What `ShardLoop` and `TopicShard` do with a reader, step by step. */
class SimulatedConsumer {
  readonly handedOut: RecordedEvent[] = [];
  mostWaiting = 0;
  readonly #topic: SimulatedTopic;
  #reader: PartitionReader;
  #stored: { readonly position: Position; readonly bookmark: Bookmark | undefined };
  #handled: Position;
  #goal: Position | undefined;
  #offset = 0;
  #isPaused = false;
  /** The last that was handed out and may not be handed out again before a failure or a restart. */
  #last: Position | undefined;

  constructor(topic: SimulatedTopic, start: Position) {
    this.#topic = topic;
    this.#stored = { position: start, bookmark: undefined };
    this.#handled = start;
    this.#reader = this.#begin();
  }

  #begin(): PartitionReader {
    const { position, bookmark } = this.#stored;
    const reader = new PartitionReader(
      {
        source: 'boxes',
        partition: PARTITION,
        partitions: PARTITIONS,
        filter: { types: WANTED },
        history: this.#topic.history,
        room: ROOM,
        cluster: () => this.#topic.cluster,
        onForeign: () => undefined,
        onNews: (upTo) => {
          if (upTo > this.#handled && upTo > (this.#goal ?? '')) this.#goal = upTo;
        },
        onRoom: () => {
          this.#isPaused = false;
        },
      },
      startOf,
    );
    this.#goal = undefined;
    this.#last = undefined;
    this.#handled = position;
    this.#fetchFrom(reader.begin(position, bookmark));
    return reader;
  }

  #fetchFrom(offset: string): void {
    this.#offset = Number(offset);
    this.#isPaused = false;
  }

  restart(): void {
    this.#reader = this.#begin();
  }

  rejoin(): void {
    this.#fetchFrom(this.#reader.resume());
  }

  look(): void {
    if (this.#reader.isOutside(this.#topic.ends)) this.rejoin();
  }

  losePatience(): void {
    const last = this.#topic.log[this.#topic.published - 1];
    if (this.#reader.isUnsure && last !== undefined) this.#reader.fillUpTo(last.position);
  }

  fetch(count: number): number {
    if (this.#isPaused) return 0;
    const { messages, next } = this.#topic.fetch(this.#offset, count);
    this.#offset = next;
    if (messages.length > 0) this.#reader.take(messages, this.#topic.ends.high);
    if (this.#reader.isFull) this.#isPaused = true;
    this.mostWaiting = Math.max(this.mostWaiting, this.#reader.waiting);
    return messages.length;
  }

  async read(limit: number, handles: 'all' | 'some' | 'none'): Promise<number> {
    const { events, upTo } = await this.#reader.read(this.#handled, limit);
    expect(events.length).toBeLessThanOrEqual(limit);
    for (const event of events) {
      if (this.#last !== undefined) expect(event.position > this.#last).toBe(true);
      this.#last = event.position;
      this.handedOut.push(event);
    }
    const done = events.slice(0, { all: events.length, some: Math.floor(events.length / 2), none: 0 }[handles]);
    const end = done.at(-1)?.position;
    if (end !== undefined) this.#move(end);
    if (done.length < events.length) {
      this.#last = undefined;
      this.#handled = this.#stored.position;
      return events.length;
    }
    if (end !== undefined) this.#handled = end;
    if (this.#goal !== undefined && this.#goal <= upTo) {
      if (this.#goal > this.#handled) this.#handled = this.#goal;
      this.#goal = undefined;
    }
    return events.length;
  }

  get isBehind(): boolean {
    return this.#goal !== undefined;
  }

  remember(): void {
    if (this.#handled > this.#stored.position) this.#move(this.#handled);
  }

  #move(position: Position): void {
    this.#stored = { position, bookmark: this.#reader.bookmarkAt(position) };
  }
}

async function run(topic: SimulatedTopic, consumer: SimulatedConsumer, step: Step): Promise<void> {
  switch (step.does) {
    case 'append':
      for (const key of step.keys) topic.log.push(aNote(topic.log.length + 1, { key: `key-${key}`, type: step.type }));
      return;
    case 'publish':
      return topic.publish(step.back, step.count);
    case 'repeat':
      return topic.repeat(step.from, step.count);
    case 'trim':
      return topic.trim(step.count);
    case 'make anew':
      topic.makeAnew(step.oldest, step.isElsewhere);
      // The line to the old topic breaks.
      return consumer.rejoin();
    case 'fetch':
      return void consumer.fetch(step.count);
    case 'read':
      return void (await consumer.read(step.limit, step.handles));
    case 'remember':
      return consumer.remember();
    case 'rejoin':
      return consumer.rejoin();
    case 'restart':
      return consumer.restart();
    case 'look':
      return consumer.look();
    case 'lose patience':
      return consumer.losePatience();
  }
}

test('whatever happens to a topic and to whoever reads it, every wanted event is handed out, in the order of the log', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ steps, startsAt }) => {
      const topic = new SimulatedTopic();
      const start = startsAt === 0 ? startOf : aNote(startsAt, {}).position;
      const consumer = new SimulatedConsumer(topic, start);
      for (const each of steps) await run(topic, consumer, each);
      // A late repeat that is all a topic has left is found out by the next record of its partition.
      topic.log.push(aNote(topic.log.length + 1, { key: KEY_HERE }));
      topic.publish(0, topic.log.length);
      for (let quiet = 0; quiet < 3; ) {
        consumer.look();
        consumer.losePatience();
        const moved = consumer.fetch(4) + (await consumer.read(3, 'all'));
        quiet = moved > 0 || consumer.isBehind ? 0 : quiet + 1;
      }
      const wanted = topic.log.filter(
        (event) => isHere(event) && event.position > start && WANTED.includes(event.type),
      );
      expect([...new Set(consumer.handedOut.map(({ position }) => position))]).toEqual(
        wanted.map(({ position }) => position),
      );
      expect(consumer.mostWaiting).toBeLessThan(ROOM + 9);
    }),
    { numRuns: isProving ? 50_000 : 1_500 },
  );
}, 120_000);
