import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runRebuildCommand } from '../cli.ts';
import type { ConsumerDefinition, LogMonth } from '../consumer.ts';
import { createPostgresConsumerStore } from '../stores/postgres-consumer-store.ts';
import { openPostgres, type PostgresBench } from '../test-support/benches.ts';
import { keptLog, running } from '../test-support/definitions.ts';
import { append } from '../test-support/events.ts';
import { COUNTER } from '../test-support/migrate-bus.ts';
import { totalIn, totals } from '../test-support/totals.ts';
import { discardDeadLetter, retryDeadLetter } from './dead-letters.ts';
import type { RebuildParts } from './parts.ts';
import { rebuild } from './rebuild.ts';

let bench: PostgresBench;
beforeAll(async () => {
  bench = await openPostgres();
});
beforeEach(() => bench.rows('delete from counter.totals'));
afterAll(() => bench[Symbol.asyncDispose]());

const partsFor = (...definitions: ConsumerDefinition[]): RebuildParts => ({
  definitions,
  store: bench.store,
  history: bench.source.history,
  places: bench.source.places,
  schema: COUNTER,
  openSession: () => createPostgresConsumerStore({ pool: bench.session(), schema: COUNTER }),
  log: keptLog().log,
});

const totalOf = (id: string) => totalIn(bench, id);

test('a projection that went wrong is made anew from the log, from its beginning', async () => {
  const [before, after] = [newId(), newId()];
  await append(bench.boxes, ['box.noted', 'box.noted', 'box.opened'], before);
  const definition = totals();
  await using consumer = await running(bench, definition);
  await append(bench.crates, ['box.noted'], after);
  await consumer.catchUp();
  await bench.rows(`update counter.totals set total = 99`);
  expect(await rebuild(partsFor(definition), definition.name)).toBeGreaterThanOrEqual(3);
  expect([await totalOf(before), await totalOf(after)]).toEqual([2, 1]);
  await append(bench.crates, ['box.noted'], after);
  await consumer.catchUp();
  expect(await totalOf(after)).toBe(2);
});

test('what happens while it is made anew is counted once, and nobody sees a table that is half full', async () => {
  const stream = newId();
  const definition = totals();
  await using consumer = await running(bench, definition);
  await append(bench.boxes, ['box.noted'], stream);
  await consumer.catchUp();
  let isOver = false;
  let appended = 1;
  const seen: number[] = [];
  const writing = (async () => {
    while (!isOver) {
      await append(bench.boxes, ['box.noted'], stream);
      appended += 1;
      seen.push(await totalOf(stream));
    }
  })();
  for (let round = 0; round < 5; round += 1) await rebuild(partsFor(definition), definition.name);
  isOver = true;
  await writing;
  await consumer.catchUp();
  expect(appended).toBeGreaterThan(5);
  expect(await totalOf(stream)).toBe(appended);
  expect(seen).toEqual([...seen].toSorted((a, b) => a - b));
  expect(Math.min(...seen)).toBeGreaterThan(0);
});

test('dead letters are left out, and count once they are retried', async () => {
  const [retried, discarded] = [newId(), newId()];
  const poison = totals({}, () => Promise.reject(new RangeError('cannot count')));
  await using consumer = await running(bench, poison);
  await append(bench.boxes, ['box.noted'], retried);
  await append(bench.boxes, ['box.noted'], discarded);
  await consumer.catchUp();
  const mended = totals({ name: poison.name });
  const parts = partsFor(mended);
  const [one, two] = await Promise.all(
    [retried, discarded].map(async (id) => (await bench.boxes.load({ id, category: 'box' })).events[0]?.id ?? ''),
  );
  await discardDeadLetter(parts, { consumer: poison.name, eventId: two ?? '' });
  await rebuild(parts, poison.name);
  expect([await totalOf(retried), await totalOf(discarded)]).toEqual([0, 0]);
  await retryDeadLetter(parts, { consumer: poison.name, eventId: one ?? '' });
  expect(await totalOf(retried)).toBe(1);
  await rebuild(parts, poison.name);
  expect([await totalOf(retried), await totalOf(discarded)]).toEqual([1, 0]);
});

test('the months that the logs have are told to whoever puts the rows in place', async () => {
  const old = '01890a5d-ac96-7000-8000-000000000001';
  let months: readonly LogMonth[] = [];
  const definition = totals();
  const { projection } = definition;
  if (projection === undefined) throw new TypeError('a projection');
  const listening = {
    ...definition,
    projection: {
      ...projection,
      async replace(_: string, told: typeof months) {
        months = told;
      },
    },
  };
  await using consumer = await running(bench, listening);
  await append(bench.boxes, ['box.opened'], old);
  await append(bench.boxes, ['box.noted']);
  await consumer.catchUp();
  await rebuild(partsFor(listening), definition.name);
  expect(months).toContainEqual({ source: 'boxes', month: '2023-06-01' });
  expect(months).not.toContainEqual({ source: 'crates', month: '2023-06-01' });
});

test('a rebuild that fails leaves the tables as they were', async () => {
  const stream = newId();
  const definition = totals();
  await using consumer = await running(bench, definition);
  await append(bench.boxes, ['box.noted'], stream);
  await consumer.catchUp();
  const { projection } = definition;
  if (projection === undefined) throw new TypeError('a projection');
  for (const part of ['handleIn', 'replace'] as const) {
    const broken = {
      ...definition,
      projection: { ...projection, [part]: () => Promise.reject(new RangeError('broken')) },
    };
    await expect(rebuild(partsFor(broken), definition.name)).rejects.toThrow('broken');
  }
  expect(await totalOf(stream)).toBe(1);
});

test.each([
  ['counter.nobody', 1, 'there is no consumer counter.nobody'],
  [
    'counter.plain',
    1,
    'counter.plain cannot be rebuilt: not everything in its tables comes from events; what can be rebuilt here: counter.fresh',
  ],
  ['counter.fresh', 1, 'counter.fresh has not read all of its logs yet; start the service once, then rebuild'],
  ['', 0, 'counter.fresh'],
])('rebuild %s exits with %i and says why', async (argv, code, text) => {
  const { projection: _, ...plain } = totals({ name: 'counter.plain' });
  const lines: string[] = [];
  const services = [partsFor(plain, totals({ name: 'counter.fresh' }))];
  const deps = { open: async () => ({ services }), write: (line: string) => void lines.push(line) };
  expect(await runRebuildCommand(argv.split(' ').filter(Boolean), deps)).toBe(code);
  expect(lines).toEqual([text]);
});
