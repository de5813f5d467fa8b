import { newId } from '@onceover/service-kit/ids';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HaltSubscription, OwnershipLost } from './subscription/ports.ts';
import { type Backend, backends } from './test-support/backends.ts';
import { aCommand, aContext, anAppend, SCHEMA } from './test-support/box-log.ts';
import { type Collecting, collecting } from './test-support/collecting.ts';
import type { Batch, Position, RecordedEvent, SubscriptionSpec } from './types.ts';

let consumers = 0;
const spec = (parts: Partial<SubscriptionSpec> = {}): SubscriptionSpec => ({
  consumer: `test.consumer${++consumers}`,
  sources: [SCHEMA],
  startFrom: 'beginning',
  maxBatch: 50,
  ...parts,
});

describe.each(backends)('a source on $name', ({ open }) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await open();
  });
  afterAll(() => backend[Symbol.asyncDispose]());

  const appendTo = (id: string, ...types: string[]) => backend.store.execute(aCommand(anAppend(id, 'any', ...types)));

  /** Aborts after the append: a transaction that was under way and is rolled back. */
  const rollBack = (id: string) =>
    backend.store
      .transact(aContext(), async ({ append }) => {
        await append(anAppend(id, 'any', 'box.phantom'));
        throw new RangeError('rolled back');
      })
      .catch((error: unknown) => {
        if (!(error instanceof RangeError)) throw error;
      });

  test('every committed event arrives once, none of a rolled-back transaction (12 writers, 10 % rolled back)', async () => {
    const sink = collecting();
    await using subscription = disposable(await backend.source.open(spec({ startFrom: 'end' }), sink));
    const committed: string[] = [];
    const writer = async () => {
      for (let i = 0; i < 30; i += 1) {
        const id = newId();
        if (Math.random() < 0.1) await rollBack(id);
        else committed.push(`${(await appendTo(id)).position}`);
      }
    };
    await Promise.all(Array.from({ length: 12 }, writer));
    await sink.has(committed.length);
    expect(sink.positions()).toEqual(committed.toSorted());
    expect(sink.events.filter(({ type }) => type === 'box.phantom')).toEqual([]);
    await eventually(async () => expect(await subscription.lag()).toEqual({ events: 0, seconds: 0 }));
  });

  test('20 hot streams arrive in the order of their versions', async () => {
    const sink = collecting();
    await using _ = disposable(await backend.source.open(spec({ startFrom: 'end' }), sink));
    const streams = Array.from({ length: 20 }, newId);
    const writer = async (seed: number) => {
      for (let i = 0; i < 25; i += 1) {
        const id = streams[(seed * 7 + i * 3) % streams.length] ?? '';
        if (i % 5 === 0) await backend.store.transact(aContext(), ({ append }) => append(anAppend(id, 'any')));
        else await appendTo(id);
      }
    };
    await Promise.all(Array.from({ length: 12 }, (_, seed) => writer(seed)));
    await sink.has(300);
    for (const id of streams) {
      const versions = sink.events.filter(({ streamId }) => streamId === id).map(({ version }) => version);
      expect(versions).toEqual(versions.map((_, index) => index + 1));
    }
  });

  test('a subscription starts at the beginning, at the end or at a position', async () => {
    const [first, second] = [await appendTo(newId(), 'a', 'b'), await appendTo(newId(), 'c')];
    const sinks = { beginning: collecting(), end: collecting(), position: collecting() };
    const opened = [
      await backend.source.open(spec({ startFrom: 'beginning' }), sinks.beginning),
      await backend.source.open(spec({ startFrom: 'end' }), sinks.end),
      await backend.source.open(spec({ startFrom: { position: first.position } }), sinks.position),
    ];
    const third = await appendTo(newId(), 'd');
    await Promise.all(opened.map((one) => one.waitFor(third, 5_000)));
    const everything = sinks.beginning.positions();
    expect(everything.slice(-4)).toEqual([expect.anything(), first.position, second.position, third.position]);
    expect(sinks.end.positions()).toEqual([third.position]);
    expect(sinks.position.positions()).toEqual([second.position, third.position]);
    await Promise.all(opened.map((one) => one.stop()));
  });

  test('a consumer carries on where it stopped', async () => {
    const mine = spec({ startFrom: 'end' });
    const before = collecting();
    const first = await backend.source.open(mine, before);
    const one = await appendTo(newId());
    await first.waitFor(one, 5_000);
    await first.stop();
    const two = await appendTo(newId());
    const later = collecting();
    await using second = disposable(await backend.source.open(mine, later));
    await second.waitFor(two, 5_000);
    expect(first.state).toBe('stopped');
    expect(before.positions()).toEqual([one.position]);
    expect(later.positions()).toEqual([two.position]);
  });

  test('a rejected batch is delivered again from the first event that was not acknowledged', async () => {
    let failures = 2;
    const sink: Collecting = collecting(async (batch) => {
      if (failures-- <= 0) return;
      const [first] = batch.events;
      if (first !== undefined && failures === 0) await batch.ack(first.position);
      throw new Error('not today');
    });
    await using subscription = disposable(await backend.source.open(spec({ startFrom: 'end' }), sink));
    const result = await appendTo(newId(), 'a', 'b', 'c');
    await subscription.waitFor(result, 5_000);
    const types = sink.batches.map((events) => events.map(({ type }) => type).join(''));
    expect(types).toEqual(['abc', 'abc', 'bc']);
  });

  test('only the requested types arrive, and the rest still counts as seen', async () => {
    const sink = collecting();
    const picky = spec({ startFrom: 'end', types: ['box.filled'], maxBatch: 3 });
    await using subscription = disposable(await backend.source.open(picky, sink));
    await appendTo(newId(), 'box.filled', 'box.noted', 'box.emptied', 'box.noted');
    const last = await appendTo(newId(), 'box.noted');
    await subscription.waitFor(last, 5_000);
    expect(sink.events.map(({ type }) => type)).toEqual(['box.filled']);
  });

  test('a batch is never larger than requested', async () => {
    const sink = collecting();
    await appendTo(newId(), 'a', 'b', 'c', 'd', 'e', 'f', 'g');
    const start = spec({ maxBatch: 3 });
    await using subscription = disposable(await backend.source.open(start, sink));
    await eventually(async () => expect((await subscription.lag()).events).toBe(0));
    expect(Math.max(...sink.batches.map((events) => events.length))).toBe(3);
  });

  test('what keeps coming is gathered, as long as the consumer wants, into one batch', async () => {
    const sink = collecting();
    await using subscription = disposable(await backend.source.open(spec({ startFrom: 'end', gatherMs: 3_000 }), sink));
    await appendTo(newId(), 'first');
    await sink.has(1);
    // From here on: how long the subscription has been open by now depends on the machine.
    await Promise.all(['a', 'b', 'c'].map((type) => appendTo(newId(), type)));
    await sink.has(4);
    expect(sink.batches.map((events) => events.length)).toEqual([1, 3]);
    expect(subscription.state).toBe('running');
  });

  test('a consumer opened twice belongs to the first; the second stands by and takes over when it stops', async () => {
    const mine = spec({ startFrom: 'end' });
    const sinks = [collecting(), collecting()] as const;
    const first = await backend.source.open(mine, sinks[0]);
    await using second = disposable(await backend.source.open(mine, sinks[1]));
    expect([first.state, second.state]).toEqual(['running', 'starting']);
    const one = await appendTo(newId());
    await first.waitFor(one, 5_000);
    await first.stop();
    const two = await appendTo(newId());
    await second.waitFor(two, 5_000);
    expect(second.state).toBe('running');
    expect(sinks.map((sink) => sink.positions())).toEqual([[one.position], [two.position]]);
  });

  test('an owner that has been replaced has its acknowledgement refused, and stands by', async () => {
    const mine = spec({ startFrom: 'end' });
    const refusals: unknown[] = [];
    const goOn = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const stale = collecting(async (batch) => {
      begun.resolve();
      await goOn.promise;
      await batch.ack(endOf(batch)).catch((error: unknown) => {
        refusals.push(error);
        throw error;
      });
    });
    await using first = disposable(await backend.source.open(mine, stale));
    const result = await appendTo(newId());
    await begun.promise;
    await backend.expireLeases();
    // The new owner has not moved the checkpoint yet: the two differ only in who owns it.
    const working = collecting(() => eventually(() => expect(refusals).toHaveLength(1)));
    await using second = disposable(await backend.source.open(mine, working));
    await working.has(1);
    goOn.resolve();
    await second.waitFor(result, 5_000);
    expect(refusals).toEqual([expect.any(OwnershipLost)]);
    await eventually(() => expect([first.state, second.state]).toEqual(['starting', 'running']));
  });

  test('an owner that only takes itself for replaced, as after a lost answer, goes on at once', async () => {
    let isFirst = true;
    const mistaken = collecting(async () => {
      if (!isFirst) return;
      isFirst = false;
      throw new OwnershipLost();
    });
    await using subscription = disposable(await backend.source.open(spec({ startFrom: 'end' }), mistaken));
    const result = await appendTo(newId());
    await subscription.waitFor(result, 5_000);
    expect(mistaken.positions()).toEqual([result.position, result.position]);
    expect(subscription.state).toBe('running');
  });

  test('an owner that has been replaced while idle notices, and sees how far the new owner gets', async () => {
    const mine = spec({ startFrom: 'end', types: ['box.filled'] });
    await using first = disposable(await backend.source.open(mine, collecting()));
    await eventually(async () => expect((await first.lag()).events).toBe(0));
    await backend.expireLeases();
    await using second = disposable(await backend.source.open(mine, collecting()));
    await eventually(() => expect([first.state, second.state]).toEqual(['starting', 'running']));
    // No consumer handles this one; the position is recorded all the same.
    const result = await appendTo(newId(), 'box.noted');
    await Promise.all([first.waitFor(result, 5_000), second.waitFor(result, 5_000)]);
  });

  test('a sink that halts stops its subscription, and another can take over at once', async () => {
    const mine = spec({ startFrom: 'end' });
    const halting = collecting(() => Promise.reject(new HaltSubscription('no further')));
    const first = await backend.source.open(mine, halting);
    const result = await appendTo(newId());
    await eventually(() => expect(first.state).toBe('halted'));
    expect((await first.lag()).events).toBe(1);
    await expect(first.catchUp()).rejects.toThrow(HaltSubscription);
    const after = collecting();
    await using second = disposable(await backend.source.open(mine, after));
    await second.waitFor(result, 5_000);
    expect(after.positions()).toEqual([result.position]);
    await first.stop();
  });

  test('a halt holds for every process that runs, until its event is passed', async () => {
    const mine = spec({ startFrom: 'end' });
    const place = async () => (await backend.source.places.list(mine.consumer))[0];
    const halting = collecting(({ events: [event] }) => {
      const { id: eventId, type, position } = event as RecordedEvent;
      const on = { eventId, type, position, error: 'RangeError: no further', at: new Date(0) };
      return Promise.reject(new HaltSubscription('no further', { on }));
    });
    await using first = disposable(await backend.source.open(mine, halting));
    await using second = disposable(await backend.source.open(mine, halting));
    const result = await appendTo(newId());
    await eventually(() => expect([first.state, second.state]).toEqual(['halted', 'halted']), { withinMs: 8_000 });
    expect(halting.positions()).toEqual([result.position]);
    const { halt, owner } = (await place()) ?? {};
    expect({ position: halt?.position, error: halt?.error, at: halt?.at, owner }).toEqual({
      position: result.position,
      error: 'RangeError: no further',
      at: new Date(0),
      owner: undefined,
    });
    const pass = (eventId: string) =>
      backend.transact((tx) => backend.source.places.passHalt(tx, { consumer: mine.consumer, eventId }));
    expect(await pass(newId())).toBeUndefined();
    expect(await pass(halt?.eventId ?? '')).toMatchObject({ source: SCHEMA, halt });
    expect(await pass(halt?.eventId ?? '')).toBeUndefined();
    await eventually(() => expect([first.state, second.state].toSorted()).toEqual(['running', 'starting']), {
      withinMs: 8_000,
    });
    expect(await place()).toMatchObject({ position: result.position, owner: expect.any(String) });
    expect(halting.positions()).toEqual([result.position]);
  });

  test('shards divide the streams, keep each in order, and nothing arrives twice', async () => {
    const seen = new Map<string, string[]>();
    const sink = collecting(async ({ shard, events }) => {
      seen.set(shard, [...(seen.get(shard) ?? []), ...events.map(({ streamId }) => streamId)]);
    });
    await using subscription = disposable(await backend.source.open(spec({ startFrom: 'end', shards: 3 }), sink));
    const ids = Array.from({ length: 40 }, newId);
    for (const id of ids) await appendTo(id, 'a', 'b');
    await subscription.catchUp();
    expect(await subscription.lag()).toEqual({ events: 0, seconds: 0 });
    expect([...seen.keys()].toSorted()).toEqual(['boxes/0', 'boxes/1', 'boxes/2']);
    expect([...seen.values()].flat().toSorted()).toEqual([...ids, ...ids].toSorted());
    const shardsOf = (id: string) => [...seen.values()].filter((streams) => streams.includes(id)).length;
    expect(ids.map(shardsOf)).toEqual(ids.map(() => 1));
    for (const id of ids) {
      expect(sink.events.filter(({ streamId }) => streamId === id).map(({ version }) => version)).toEqual([1, 2]);
    }
  });

  test('catching up covers everything committed before, wanted or not, and no more', async () => {
    const sink = collecting();
    await using subscription = disposable(await backend.source.open(spec({ types: ['box.filled'] }), sink));
    await appendTo(newId(), 'box.filled', 'box.noted');
    await subscription.catchUp();
    expect((await subscription.lag()).events).toBe(0);
    expect(sink.events.length).toBeGreaterThan(0);
  });

  test('a log is looked up by position and by time, without a subscription', async () => {
    const { history } = backend.source;
    const before = new Date();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const id = newId();
    const result = await appendTo(id, 'a', 'b');
    await eventually(async () => expect(await history.read(SCHEMA, result.position, 1)).toEqual([]));
    expect(await history.last(SCHEMA)).toBe(result.position);
    expect((await history.at(SCHEMA, result.position))?.streamId).toBe(id);
    expect(await history.at(SCHEMA, `00009:${'0'.repeat(20)}:${'0'.repeat(19)}` as Position)).toBeUndefined();
    const since = (await history.beforeTime(SCHEMA, before)) ?? history.start;
    await eventually(async () => {
      const found = await history.read(SCHEMA, since, 10);
      expect(found.map(({ type }) => type)).toEqual(['a', 'b']);
    });
    expect(await history.beforeTime(SCHEMA, new Date(Date.now() + 60_000))).toBeUndefined();
    await expect(history.read('elsewhere', history.start, 1)).rejects.toThrow(TypeError);
  });

  test('stopping lets the current batch finish, and after that nothing is acknowledged', async () => {
    const finish = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<Batch>();
    const slow = collecting(async (batch) => {
      begun.resolve(batch);
      await finish.promise;
    });
    const mine = spec({ startFrom: 'end' });
    const subscription = await backend.source.open(mine, slow);
    await appendTo(newId());
    const batch = await begun.promise;
    const stopped = subscription.stop({ drainMs: 2_000 });
    finish.resolve();
    await stopped;
    await expect(batch.ack(endOf(batch))).rejects.toThrow(TypeError);
    const after = collecting();
    await using again = disposable(await backend.source.open(mine, after));
    await eventually(async () => expect((await again.lag()).events).toBe(0));
    expect(after.events).toEqual([]);
  });

  test('stopping cancels a batch that does not finish in time; it is delivered again', async () => {
    const mine = spec({ startFrom: 'end' });
    const begun = Promise.withResolvers<AbortSignal>();
    const hanging = collecting(async (batch) => {
      begun.resolve(batch.signal);
      await new Promise((_, reject) => batch.signal.addEventListener('abort', reject));
    });
    const subscription = await backend.source.open(mine, hanging);
    const result = await appendTo(newId());
    const signal = await begun.promise;
    await subscription.stop({ drainMs: 20 });
    expect(signal.aborted).toBe(true);
    const after = collecting();
    await using again = disposable(await backend.source.open(mine, after));
    await again.waitFor(result, 5_000);
    expect(after.positions()).toEqual([result.position]);
  });

  test('waiting for an event that never comes times out', async () => {
    const stuck = collecting(() => Promise.reject(new Error('never')));
    await using subscription = disposable(await backend.source.open(spec({ startFrom: 'end' }), stuck));
    const result = await appendTo(newId());
    await expect(subscription.waitFor(result, 60)).rejects.toThrow('timed out while waiting');
    expect((await subscription.lag()).events).toBe(1);
  });

  test('a sink learns which shards it has, when it has caught up, and when they are taken away', async () => {
    const sink = collecting();
    const subscription = await backend.source.open(spec(), sink);
    await eventually(() => expect(sink.calls).toEqual(['assigned boxes', 'caught up boxes']));
    await subscription.stop();
    expect(sink.calls.at(-1)).toBe('revoked boxes');
  });

  test.each([
    ['no source', { sources: [] }],
    ['an unknown source', { sources: ['elsewhere'] }],
    ['no shard', { shards: 0 }],
    ['empty batches', { maxBatch: 0 }],
  ])('a subscription with %s is refused', async (_name, parts) => {
    await expect(backend.source.open(spec(parts), collecting())).rejects.toThrow(TypeError);
  });
});

function endOf({ events }: Batch): Position {
  const last = events.at(-1);
  if (last === undefined) throw new TypeError('a batch is never empty');
  return last.position;
}

function disposable<S extends { stop(): Promise<void> }>(subscription: S): S & AsyncDisposable {
  return Object.assign(subscription, { [Symbol.asyncDispose]: () => subscription.stop() });
}
