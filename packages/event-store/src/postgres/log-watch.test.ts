import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CommitNews, Position } from '../types.ts';
import type { LogView } from './log-view.ts';
import { type Follower, LogWatch } from './log-watch.ts';
import { fromPosition, toPosition } from './position.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const at = (xid: number): Position => toPosition({ gen: 1, xid: String(xid), pos: 1 });
const viewOf = (schema: string): LogView => ({
  source: schema,
  schema,
  part: 'all',
  andOfPart: '',
  grewWith: ({ source }) => source === schema,
});
const newsOf = (source: string): CommitNews => ({ source, owned: new Set(), unowned: new Set(), events: [] });

/** A database with the ends of some logs, that counts who asks it. */
function database(ends: Record<string, Position>) {
  const asked: string[] = [];
  const poolOf = (name: string): pg.Pool => {
    const query = async ({ text, values }: { text: string; values: string[] }) => {
      const schemas = [...text.matchAll(/from "(\w+)"\.events/g)].map(([, schema]) => schema ?? '');
      asked.push(`${name}: ${schemas.join()}`);
      const rows = schemas.flatMap((schema, view) => {
        const end = ends[schema];
        const [gen, xid, pos] = values.slice(view * 3);
        const known = toPosition({ gen: gen ?? '', xid: xid ?? '', pos: pos ?? '' });
        if (end === undefined || end <= known) return [];
        const place = fromPosition(end);
        return [{ view, gen: Number(place.gen), tx: place.xid, place: place.pos }];
      });
      return { rows };
    };
    return { query } as unknown as pg.Pool;
  };
  return { asked, poolOf, ends };
}

function follower(pool: pg.Pool, log: string, readable: readonly string[]): Follower & { readonly told: Position[] } {
  const told: Position[] = [];
  const onError = (error: unknown) => {
    throw error;
  };
  return { pool, schemas: new Set(readable), view: viewOf(log), told, onNews: (end) => void told.push(end), onError };
}

test('one asks for all, and whoever follows a log hears of its end', async () => {
  const { asked, poolOf, ends } = database({ boxes: at(5) });
  const watch = new LogWatch();
  const [one, two] = [poolOf('one'), poolOf('two')];
  const boxes = follower(one, 'boxes', ['boxes', 'crates']);
  const crates = follower(two, 'crates', ['crates']);
  await watch.follow(boxes);
  await watch.follow(crates);
  expect([boxes.told, crates.told]).toEqual([[at(5)], []]);
  const again = follower(two, 'boxes', ['boxes']);
  await watch.follow(again);
  expect(again.told).toEqual([at(5)]);
  asked.length = 0;
  ends.crates = at(7);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual(['one: boxes,crates']);
  expect([boxes.told, crates.told]).toEqual([[at(5)], [at(7)]]);
});

test('logs that nobody can read alone are asked for by several', async () => {
  const { asked, poolOf } = database({});
  const watch = new LogWatch();
  await watch.follow(follower(poolOf('one'), 'boxes', ['boxes']));
  await watch.follow(follower(poolOf('two'), 'crates', ['crates', 'shelves']));
  await watch.follow(follower(poolOf('three'), 'shelves', ['shelves']));
  asked.length = 0;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual(['two: crates,shelves', 'one: boxes']);
});

test('it polls often after an event of another process, and ever less often then', async () => {
  const { asked, poolOf, ends } = database({ boxes: at(5) });
  const watch = new LogWatch();
  await watch.follow(follower(poolOf('one'), 'boxes', ['boxes']));
  const pollsIn = async (ms: number) => {
    asked.length = 0;
    await vi.advanceTimersByTimeAsync(ms);
    return asked.length;
  };
  expect(await pollsIn(4_000)).toBe(4);
  ends.boxes = at(6);
  expect(await pollsIn(1_000)).toBe(1);
  // After 25, 75, 175, 375 and 775 ms; then every second.
  expect(await pollsIn(1_000)).toBe(5);
  expect(await pollsIn(3_000)).toBe(3);
  ends.boxes = at(9);
  watch.heard(newsOf('crates'));
  watch.heard(newsOf('boxes'));
  expect(await pollsIn(4_000)).toBe(4);
});

test('it polls for nobody once nobody follows, and goes on after a failure', async () => {
  const { asked, poolOf, ends } = database({ boxes: at(5) });
  const watch = new LogWatch();
  const errors: unknown[] = [];
  const boxes = {
    ...follower(poolOf('one'), 'boxes', ['boxes']),
    onError: (error: unknown) => void errors.push(error),
  };
  {
    using _ = await watch.follow(boxes);
    const query = vi.spyOn(boxes.pool, 'query').mockRejectedValueOnce(new Error('away') as never);
    ends.boxes = at(6);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(errors).toHaveLength(1);
    query.mockRestore();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(boxes.told).toEqual([at(5), at(6)]);
  }
  asked.length = 0;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual([]);
});

test('whoever cannot learn of the end at the start is not left half a follower', async () => {
  const { asked, poolOf } = database({});
  const watch = new LogWatch();
  const boxes = follower(poolOf('one'), 'boxes', ['boxes']);
  vi.spyOn(boxes.pool, 'query').mockRejectedValueOnce(new Error('away') as never);
  await expect(watch.follow(boxes)).rejects.toThrow('away');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual([]);
});

test('what another process adds is told, also the first event of a log; what this one adds is not', async () => {
  const { asked, poolOf, ends } = database({ boxes: at(5) });
  const [watch, told]: [LogWatch, string[]] = [new LogWatch(), []];
  const listening = watch.onOthers((schema) => void told.push(schema));
  await watch.follow(follower(poolOf('one'), 'boxes', ['boxes', 'crates']));
  await watch.follow(follower(poolOf('one'), 'crates', ['boxes', 'crates']));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual([]);
  ends.boxes = at(6);
  watch.heard(newsOf('boxes'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual([]);
  ends.crates = at(7);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual(['crates']);
  ends.boxes = at(8);
  asked.length = 0;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual(['crates', 'boxes']);
  listening[Symbol.dispose]();
  ends.boxes = at(9);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual(['crates', 'boxes']);
});
