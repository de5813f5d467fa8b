import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupRows, mostInGroup, type RowGroup, rowsInGroup } from './row-groups.ts';

const named = (prefix: string, count: number) => Array.from({ length: count }, (_, place) => `${prefix}${place}`);
const sizes = (groups: readonly RowGroup[]) => groups.map(({ rows }) => rows.length);
const rowsOf = (groups: readonly RowGroup[]) => groups.flatMap(({ rows }) => rows);
const homesOf = (groups: readonly RowGroup[]) =>
  new Map(groups.flatMap(({ id, rows }) => rows.map((row) => [row, id])));
/** Those that are in another group than before. */
const moved = (before: readonly RowGroup[], after: readonly RowGroup[]) => {
  const homes = homesOf(after);
  return [...homesOf(before)].filter(([row, id]) => homes.has(row) && homes.get(row) !== id).map(([row]) => row);
};

test('a list is parted evenly, and goes on so at its end', () => {
  const first = groupRows(named('a', 50), []);
  expect(sizes(first)).toEqual([20, 20, 10]);
  const more = groupRows([...named('a', 50), ...named('b', 25)], first);
  expect(sizes(more)).toEqual([20, 20, 20, 15]);
  expect(moved(first, more)).toEqual([]);
});

test('rows that come one by one at the top join the first group until it is full', () => {
  let rows = named('a', 40);
  let groups = groupRows(rows, []);
  for (const row of named('b', 45)) {
    rows = [row, ...rows];
    const next = groupRows(rows, groups);
    expect(moved(groups, next)).toEqual([]);
    groups = next;
  }
  expect(sizes(groups)).toEqual([25, 40, 20]);
});

test('many rows at the top are groups of their own', () => {
  const before = groupRows(named('a', 40), []);
  const after = groupRows([...named('b', 50), ...named('a', 40)], before);
  expect(sizes(after)).toEqual([20, 20, 10, 20, 20]);
  expect(moved(before, after)).toEqual([]);
});

test('too many rows between those of a group part it', () => {
  const before = groupRows(['first', 'last'], []);
  const after = groupRows(['first', ...named('b', 100), 'last'], before);
  expect(rowsOf(after)).toEqual(['first', ...named('b', 100), 'last']);
  expect(Math.max(...sizes(after))).toBe(rowsInGroup);
  expect(moved(before, after)).toEqual(['last']);
});

test('rows that come into a group of which more follow do not make it too large', () => {
  const rows = named('a', 40);
  const before = [
    { id: 0, rows: rows.slice(0, 1) },
    { id: 1, rows: rows.slice(1) },
  ];
  const after = groupRows(rows.toSpliced(2, 0, ...named('b', 2)), before);
  expect(sizes(after)).toEqual([1, 1, 20, 20]);
});

test('whatever comes and goes, all rows are there in their order, no group is too large, and one coming or going moves no other', () => {
  const change = fc.record({ at: fc.nat(200), comes: fc.nat(45), goes: fc.nat(30) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      let rows = named('start', 60);
      let groups = groupRows(rows, []);
      for (const [turn, { at, comes, goes }] of changes.entries()) {
        rows = rows.toSpliced(Math.min(at, rows.length), goes, ...named(`${turn}-`, comes));
        const next = groupRows(rows, groups);
        expect(rowsOf(next)).toEqual(rows);
        expect(new Set(next.map(({ id }) => id)).size).toBe(next.length);
        expect(Math.max(0, ...sizes(next))).toBeLessThanOrEqual(mostInGroup);
        expect(groupRows(rows, next)).toEqual(next);
        const isFull = groups.some((group) => group.rows.length === mostInGroup);
        if (comes + goes <= 1 && !isFull) expect(moved(groups, next)).toEqual([]);
        groups = next;
      }
    }),
  );
});
