import type { Position, RecordedEvent } from '@onceover/event-store';
import type { KafkaMessage } from 'kafkajs';
import { expect, test } from 'vitest';
import { PartitionReader } from './partition-reader.ts';
import { ForeignRecord, recordOf } from './record.ts';
import { aNote, asFetched, startOf } from './test-support/notes.ts';

/** What somebody puts on a topic who is not its relay, between two events of ours. */
const [before, claimed, after] = [aNote(1, {}), aNote(2, {}), aNote(3, {})];
const CANARY = 'canary-of-the-record';

type Change = (message: KafkaMessage) => KafkaMessage;

const withValue =
  (value: Buffer | string | null): Change =>
  (message) =>
    ({ ...message, value: value === null ? null : Buffer.from(value) }) as KafkaMessage;
const withEvent = (change: (event: Record<string, unknown>) => object) =>
  withValue(JSON.stringify(change({ ...claimed, data: { ...claimed.data, note: CANARY } })));
const withHeader =
  (name: string, value: string | readonly string[]): Change =>
  (message) => {
    const bytes = typeof value === 'string' ? Buffer.from(value) : value.map((each) => Buffer.from(each));
    return { ...message, headers: { ...message.headers, [name]: bytes } } as KafkaMessage;
  };

const hostile: readonly (readonly [string, Change])[] = [
  ['nothing', withValue(null)],
  ['no text', withValue(Buffer.from([0xff, 0x00, 0xfe]))],
  ['a number', withValue('1')],
  ['a list', withValue('[]')],
  ['lists in lists', withValue('['.repeat(200_000))],
  ['eight megabytes', withValue(`"${CANARY.repeat(400_000)}"`)],
  ['a parent of its own', withEvent(({ type, ...event }) => ({ ...event, ['__proto__']: { type } }))],
  ['another type than its header', withEvent((event) => ({ ...event, type: 'box.emptied' }))],
  ['another position than its header', withEvent((event) => ({ ...event, position: after.position }))],
  ['another tenant than its header', withEvent((event) => ({ ...event, tenantRef: crypto.randomUUID() }))],
  ['a tenant that its header does not tell', withHeader('tenant', crypto.randomUUID())],
  ['an event of another log', withEvent((event) => ({ ...event, source: 'crates' }))],
  ['a time that is none', withEvent((event) => ({ ...event, occurredAt: 'yesterday' }))],
  ['a time beyond all clocks', withEvent((event) => ({ ...event, occurredAt: '+999999-01-01T00:00:00Z' }))],
  ['a version that is none', withEvent((event) => ({ ...event, version: 0 }))],
  ['half a version', withEvent((event) => ({ ...event, version: 1.5 }))],
  ['a version beyond counting', withEvent((event) => ({ ...event, version: 1e300 }))],
  ['two positions', withHeader('position', [claimed.position, after.position])],
  ['two types', withHeader('type', [claimed.type, claimed.type])],
  ['a position with a zero byte', withHeader('position', `${claimed.position}\0`)],
  ['no headers', (message) => ({ ...message, headers: {} }) as KafkaMessage],
];

function reader() {
  const told: string[] = [];
  const made = new PartitionReader(
    {
      source: before.source,
      partition: 0,
      partitions: 1,
      filter: {},
      room: 100,
      history: { read: async () => [] },
      cluster: () => 'here',
      onNews: () => undefined,
      onForeign: () => told.push('foreign'),
      onRoom: () => undefined,
    },
    startOf,
  );
  made.begin(startOf, undefined);
  return made;
}

const asOurs = (event: RecordedEvent, offset: number) => asFetched(event, { run: 'one', offset });

test.each(hostile)(
  'a record with %s is not believed: the consumer stands before it, and says so without its content',
  async (_what, change) => {
    const topic = reader();
    topic.take([asOurs(before, 0), change(asOurs(claimed, 1)), asOurs(after, 2)], 3n);
    const handed: RecordedEvent[] = [];
    let [refused, at]: [unknown, Position] = [undefined, startOf];
    for (let reads = 0; reads < 5 && refused === undefined; reads += 1) {
      await topic.read(at, 1).then(
        ({ events, upTo }) => {
          handed.push(...events);
          at = upTo;
        },
        (error: unknown) => {
          refused = error;
        },
      );
    }
    expect(refused).toBeInstanceOf(ForeignRecord);
    expect(handed).toEqual([before]);
    expect(String(refused)).toMatch(/offset 1 /);
    expect(String(refused)).not.toContain(CANARY);
  },
);

/** Reads until there is nothing more, or something is refused. */
async function drained(topic: PartitionReader, from: Position, limit: number) {
  const events: RecordedEvent[] = [];
  for (let at = from; ; ) {
    try {
      const page = await topic.read(at, limit);
      events.push(...page.events);
      if (page.events.length === 0) return { events, at: page.upTo };
      at = page.upTo;
    } catch (error) {
      return { events, at, error };
    }
  }
}

test.each(hostile)(
  'before a record with %s all is handed out; it stays refused while it is there, and afterwards nothing is missing',
  async (_what, change) => {
    const topic = reader();
    const forged = [asOurs(before, 0), change(asOurs(claimed, 1)), asOurs(after, 2)];
    topic.take(forged, 3n);
    const first = await drained(topic, startOf, 100);
    expect(first).toMatchObject({ events: [before], error: expect.any(ForeignRecord) });
    const refetched = Number(topic.resume());
    topic.take(forged.slice(refetched), 3n);
    expect(await drained(topic, first.at, 100)).toMatchObject({ events: [], error: expect.any(ForeignRecord) });
    topic.resume();
    topic.take([asOurs(before, 0), asOurs(claimed, 1), asOurs(after, 2)], 3n);
    expect((await drained(topic, first.at, 100)).events).toEqual([claimed, after]);
  },
);

test('an untouched record of those is an event', async () => {
  const topic = reader();
  topic.take([asOurs(before, 0), withEvent((event) => event)(asOurs(claimed, 1))], 2n);
  expect((await topic.read(startOf, 10)).events).toHaveLength(2);
  expect(recordOf(claimed, 'one').headers.position).toBe(claimed.position);
});
