import { expect, test } from 'vitest';
import type { RecordedEntry } from '../recorded-entry.ts';
import { readTrail, type TrailPage, type TrailPlaces } from './search-trail.ts';
import { cursorOf, placesFrom } from './trail-cursor.ts';
import type { TrailPlace } from './trail-search.ts';

const entry = (second: number, log: string, tenantRef: string | null) =>
  ({
    eventId: `${tenantRef} ${second}`,
    at: `2026-01-01T00:00:${String(second).padStart(2, '0')}.000000Z`,
    log,
    tenantRef,
    position: String(second),
  }) as RecordedEntry;

const owned = Array.from({ length: 40 }, (_, at) => entry(at, 'secrets', 'nina'));
const inLog: Readonly<Record<string, readonly RecordedEntry[]>> = {
  secrets: [...owned.slice(0, 36), entry(36, 'secrets', null), entry(37, 'secrets', null), ...owned.slice(36)],
  accounts: [],
};

/** Reads all pages of four; `asked` names every part read, `passed` the log of every entry that a read came by. */
async function readAll(question: TrailPage['question'], order: TrailPage['order']) {
  const asked: string[] = [];
  const passed: string[] = [];
  const from = (name: string, all: readonly RecordedEntry[], place: TrailPlace | null) => {
    asked.push(name);
    const turned = order === 'oldest' ? all : all.toReversed();
    const at = turned.findIndex(({ eventId }) => eventId === place?.id);
    return turned.slice(place?.isShown === false ? at : at + 1);
  };
  const ports = {
    logs: ['secrets', 'accounts'],
    findSecrets: async () => [],
    search: {
      entries: async (_wanted: object, place: TrailPlace | null) => from('chains', owned, place).slice(0, 4),
      unowned: async (log: string, _wanted: object, place: TrailPlace | null) => {
        const found: RecordedEntry[] = [];
        for (const each of from(log, inLog[log] ?? [], place)) {
          passed.push(log);
          if (each.tenantRef === null) found.push(each);
          if (found.length === 4) break;
        }
        return found;
      },
    },
  } as unknown as Parameters<typeof readTrail>[0];
  const ids: string[] = [];
  let after: TrailPage['after'] = null;
  do {
    const { entries, end } = await readTrail(ports, { question, order, first: 4, after }, null);
    ids.push(...entries.map(({ eventId }) => eventId));
    after = end;
  } while (after !== null);
  return { ids, asked, passed };
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

test('the way to something that waits to be shown is read once', async () => {
  const { passed } = await readAll({ to: new Date() }, 'oldest');
  // All of the log, and on each of eleven pages at most what waits and the four after it.
  expect(times(passed, 'secrets')).toBeLessThan(42 + 11 * 6);
});

test('the cursor remembers where each part goes on, and which have ended', () => {
  const place = {
    at: '2026-01-01T00:00:00.000Z',
    id: 'a7fd7ab2-1f0f-4a76-9a6e-0ddd4a8de5ce',
    position: '00001:00000000000000000001:0000000000000000001',
    isShown: false,
  };
  const places: TrailPlaces = { chains: place, secrets: { ...place, isShown: true }, accounts: 'ended' };
  expect(placesFrom(cursorOf(places))).toEqual(places);
});

test.each([
  ['1', undefined],
  ['32768:00000000000000000001:0000000000000000001', undefined],
  ['00001:00000000000000000001:0000000000000000001', expect.anything()],
])('a cursor goes on at places that a log can have: %s', (position, expected) => {
  const [at, id] = ['2026-01-01T00:00:00.000000Z', '01890a5d-ac96-774b-bcce-b302099a8057'];
  expect(placesFrom(cursorOf({ chains: { at, id, position, isShown: true } }))).toEqual(expected);
});
