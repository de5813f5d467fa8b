import type { Bookmark, Position, RecordedEvent } from '@onceover/event-store';
import { describe, expect, test, vi } from 'vitest';
import { PartitionReader } from './partition-reader.ts';
import { aNote, asFetched, startOf } from './test-support/notes.ts';

const notes = Array.from({ length: 12 }, (_, index) => aNote(index + 1, {}));
const at = (n: number): Position => notes[n - 1]?.position ?? startOf;
const records = (from: number, ...numbers: number[]) =>
  numbers.map((n, index) => asFetched(notes[n - 1] as RecordedEvent, { run: 'one', offset: from + index }));
const placesOf = (events: readonly RecordedEvent[]) => events.map(({ version }) => version);

/** A reader of a topic of one partition, and what its owner was asked. */
function opened({ log = notes, room = 1_000, cluster = 'here', mostOfOwner = 1_000 } = {}) {
  const asked: Position[] = [];
  const rooms: number[] = [];
  const reader = new PartitionReader(
    {
      source: 'boxes',
      partition: 0,
      partitions: 1,
      filter: {},
      room,
      history: {
        read: async (_source, after) => {
          asked.push(after);
          return log.filter(({ position }) => position > after).slice(0, mostOfOwner);
        },
      },
      cluster: () => cluster,
      onNews: () => undefined,
      onForeign: () => undefined,
      onRoom: () => rooms.push(reader.waiting),
    },
    startOf,
  );
  return { reader, asked, rooms };
}

const bookmark = (offset: string, cluster = 'here'): Bookmark => ({ cluster, offset });

test('a reader with nothing to hand out is not behind, however often the clock is looked at', async () => {
  let now = 1_000;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now++);
  const { reader } = opened();
  expect(await reader.lag(startOf)).toEqual({ events: 0, seconds: 0 });
  clock.mockRestore();
});

describe('where it begins to fetch', () => {
  test.each([
    ['one record early, to see that nothing is missing', bookmark('5'), '4'],
    ['at the first record without a bookmark', undefined, '0'],
    ['at the first record of another cluster', bookmark('5', 'elsewhere'), '0'],
    ['at the first record when nothing was before', bookmark('0'), '0'],
  ])('%s', (_name, place, offset) => {
    expect(opened().reader.begin(at(3), place)).toBe(offset);
  });
});

test('the record before the place shows that nothing lies between: the owner is not asked', async () => {
  const { reader, asked } = opened();
  reader.begin(at(3), bookmark('3'));
  reader.take(records(2, 3, 4, 5), 5n);
  expect(placesOf((await reader.read(at(3), 10)).events)).toEqual([4, 5]);
  expect(asked).toEqual([]);
});

test('what the topic no longer has comes from the owner, before what the topic has, however short its pages', async () => {
  const { reader } = opened({ mostOfOwner: 2 });
  reader.begin(at(1), bookmark('1'));
  reader.take(records(70, 7, 8), 72n);
  const seen: number[] = [];
  for (let after = at(1), i = 0; i < 8; i += 1) {
    const { events } = await reader.read(after, 10);
    seen.push(...placesOf(events));
    after = events.at(-1)?.position ?? after;
  }
  expect(seen).toEqual([2, 3, 4, 5, 6, 7, 8]);
});

test('a gap that opens before the last one was handed out hands out nothing twice', async () => {
  const { reader } = opened({ log: notes.slice(0, 4) });
  reader.begin(at(0), undefined);
  reader.fillUpTo(at(2));
  expect(placesOf((await reader.read(at(0), 1)).events)).toEqual([1]);
  reader.fillUpTo(at(4));
  expect(placesOf((await reader.read(at(1), 1)).events)).toEqual([2]);
  expect(placesOf((await reader.read(at(2), 10)).events)).toEqual([3, 4]);
});

test('a late repeat that is the first to be seen hides nothing: the next run begins behind what the owner says', async () => {
  const { reader } = opened();
  reader.begin(at(2), bookmark('9'));
  const [late] = records(8, 2);
  const [next] = records(9, 6);
  if (late === undefined || next === undefined) throw new TypeError('two records');
  reader.take([{ ...late, headers: { ...late.headers, run: Buffer.from('zombie') } }, next], 10n);
  const { events } = await reader.read(at(2), 10);
  expect(placesOf(events)).toEqual([3, 4, 5]);
  expect(placesOf((await reader.read(at(5), 10)).events)).toEqual([6]);
});

test('what was taken out of the middle of a topic comes from the owner, whatever run it was of', async () => {
  const { reader, asked } = opened();
  reader.begin(at(0), undefined);
  reader.take([...records(0, 1, 2), ...records(5, 6), ...records(6, 7)], 7n);
  const seen: number[] = [];
  for (let after = at(0), i = 0; i < 6; i += 1) {
    const { events } = await reader.read(after, 10);
    seen.push(...placesOf(events));
    after = events.at(-1)?.position ?? after;
  }
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
  // Offsets without a hole ask nobody.
  reader.take(records(7, 8, 9), 9n);
  const before = asked.length;
  expect(placesOf((await reader.read(at(7), 10)).events)).toEqual([8, 9]);
  expect(asked).toHaveLength(before);
});

test('while it is full nothing more is wanted, until a read has made room', async () => {
  const { reader, rooms } = opened({ room: 4 });
  reader.begin(at(0), undefined);
  reader.take(records(0, 1, 2, 3, 4, 5), 9n);
  expect(reader.isFull).toBe(true);
  await reader.read(at(0), 2);
  expect(rooms).toEqual([]);
  await reader.read(at(2), 2);
  expect(rooms).toEqual([3]);
});

test('a bookmark is behind what was handled and never behind more', async () => {
  const { reader } = opened();
  reader.begin(at(0), undefined);
  reader.take(records(0, 1, 2, 3), 6n);
  reader.take(records(3, 4, 5, 6), 6n);
  await reader.read(at(0), 10);
  expect(reader.bookmarkAt(at(2))).toEqual(bookmark('2'));
  expect(reader.bookmarkAt(at(6))).toEqual(bookmark('6'));
  expect(reader.bookmarkAt(at(12))).toEqual(bookmark('6'));
});

test.each([
  ['trimmed behind it', { low: 5n, high: 9n }, true],
  ['made anew and shorter', { low: 0n, high: 1n }, true],
  ['as it was', { low: 0n, high: 2n }, false],
])('a topic that is %s is noticed without a record', (_name, ends, isOutside) => {
  const { reader } = opened();
  reader.begin(at(0), undefined);
  expect(reader.isOutside(ends)).toBe(false);
  reader.take(records(0, 1, 2), 2n);
  expect(reader.isOutside(ends)).toBe(isOutside);
});
