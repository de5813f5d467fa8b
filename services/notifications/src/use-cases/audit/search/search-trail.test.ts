import type { Position } from '@onceover/event-store';
import { expect, test } from 'vitest';
import { readTrail, type TrailPage } from './search-trail.ts';
import type { SearchedEntry } from './searched-entry.ts';
import { cursorOf, placesFrom } from './trail-cursor.ts';

const entry = (second: number, log: string, account: string | null) =>
  ({
    id: `${account} ${second}`,
    at: `2026-01-01T00:00:${String(second).padStart(2, '0')}.000000Z`,
    log,
    account,
    position: String(second),
  }) as SearchedEntry;

const owned = Array.from({ length: 40 }, (_, at) => entry(at, 'secrets', 'nina'));
const unowned: Readonly<Record<string, readonly SearchedEntry[]>> = {
  secrets: [entry(3, 'secrets', null), entry(17, 'secrets', null)],
  accounts: [],
};

/** Reads all pages of four; `asked` has a name for every time that a log was read. */
async function readAll(question: TrailPage['question'], order: TrailPage['order']) {
  const asked: string[] = [];
  const turned = <T>(all: readonly T[]) => (order === 'oldest' ? all : all.toReversed());
  const isBeyond = (one: string, other: string) => (order === 'oldest' ? one > other : one < other);
  const ports = {
    logs: ['secrets', 'accounts'],
    findSecrets: async () => [],
    search: {
      entries: async (_wanted: object, beyond: { at: string } | null) =>
        turned(owned)
          .filter(({ at }) => beyond === null || isBeyond(at, beyond.at))
          .slice(0, 4),
      unowned: async (log: string, _wanted: object, beyond: Position | null) => {
        asked.push(log);
        const all = turned(unowned[log] ?? []);
        return all.slice(all.findIndex(({ position }) => position === beyond) + 1).slice(0, 4);
      },
    },
  } as unknown as Parameters<typeof readTrail>[0];
  const ids: string[] = [];
  let after: TrailPage['after'] = null;
  do {
    const { entries, end } = await readTrail(ports, { question, order, first: 4, after }, null);
    ids.push(...entries.map(({ id }) => id));
    after = end;
  } while (after !== null);
  return { ids, asked };
}

const times = (asked: readonly string[], log: string) => asked.filter((each) => each === log).length;

test.each(['oldest', 'newest'] as const)(
  'a log that has nothing more is not read again for every page, %s first',
  async (order) => {
    const { ids, asked } = await readAll({ to: new Date() }, order);
    expect(new Set(ids).size).toBe(42);
    expect(ids).toHaveLength(42);
    expect(times(asked, 'accounts')).toBe(1);
  },
);

test('towards now a log is read again, as something may be added to it', async () => {
  const { ids, asked } = await readAll({}, 'oldest');
  expect(ids).toHaveLength(42);
  expect(times(asked, 'accounts')).toBeGreaterThan(9);
});

test('the cursor remembers which logs have ended', () => {
  const places = { logs: {}, ended: ['accounts'] };
  expect(placesFrom(cursorOf(places))).toEqual(places);
});
