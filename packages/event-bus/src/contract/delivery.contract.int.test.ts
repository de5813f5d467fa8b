import type { RecordedEvent } from '@onceover/event-store';
import { newId } from '@onceover/service-kit/ids';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReadEvent } from '../consumer.ts';
import type { ConsumerNews } from '../doorbell.ts';
import { type Bench, benches } from '../test-support/benches.ts';
import { counting, running } from '../test-support/definitions.ts';
import { append, appending } from '../test-support/events.ts';

// The numbers are those of the contract, events reference 11.
describe.each(benches)('consumers on $name', ({ open }) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await open();
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  const newEffects = async (before: number) => (await bench.effects()).slice(before);

  /** Aborts after the append. */
  const rollBack = (id: string) =>
    bench.boxes
      .transact(appending(id, []).context, async (uow) => {
        await uow.append(...appending(id, ['box.noted']).appends);
        throw new RangeError('rolled back');
      })
      .catch((error: unknown) => {
        if (!(error instanceof RangeError)) throw error;
      });

  test('1: every committed event has its effect once, and no event of a rolled-back transaction has any (12 writers, 10 %)', async () => {
    const before = (await bench.effects()).length;
    await using consumer = await running(bench, counting(bench, { startFrom: 'end' }));
    let committed = 0;
    const writer = async (seed: number) => {
      for (let i = 0; i < 20; i += 1) {
        if (Math.random() < 0.1) await rollBack(newId());
        else {
          await append(seed % 2 === 0 ? bench.boxes : bench.crates, ['box.noted']);
          committed += 1;
        }
      }
    };
    await Promise.all(Array.from({ length: 12 }, (_, seed) => writer(seed)));
    await consumer.catchUp();
    const effects = await newEffects(before);
    expect(effects).toHaveLength(committed);
    expect(new Set(effects).size).toBe(committed);
  });

  test('whoever listens hears for whom something has changed, after the commit and never of what was rolled back', async () => {
    const told: { readonly tenants: readonly string[]; readonly effects: Promise<readonly string[]> }[] = [];
    const onHandled = ({ consumer, tenants }: ConsumerNews) => {
      expect(consumer).toBe(definition.name);
      told.push({ tenants: [...tenants], effects: bench.effects() });
    };
    let fails = true;
    const definition = counting(bench, {
      startFrom: 'end',
      async handle(events, context) {
        for (const { id } of events) await bench.effect(context, id);
        for (const tenant of ['Ann', 'Bob', 'Ann']) context.changed(tenant);
        if (fails) {
          fails = false;
          throw new RangeError('rolled back');
        }
      },
    });
    await using consumer = await running(bench, definition, { onHandled });
    const before = (await bench.effects()).length;
    await append(bench.boxes, ['box.noted']);
    await consumer.catchUp();
    expect(told.map(({ tenants }) => tenants)).toEqual([['Ann', 'Bob']]);
    expect(await told[0]?.effects).toHaveLength(before + 1);
  });

  test('2: 20 hot streams are handled in the order of their versions', async () => {
    const seen: RecordedEvent[] = [];
    const handle = async (events: readonly RecordedEvent[]) => void seen.push(...events);
    await using consumer = await running(bench, counting(bench, { startFrom: 'end', shards: 2, handle }));
    const streams = Array.from({ length: 20 }, newId);
    const writer = async (seed: number) => {
      for (let i = 0; i < 20; i += 1) await append(bench.boxes, ['box.noted'], streams[(seed * 7 + i * 3) % 20]);
    };
    await Promise.all(Array.from({ length: 8 }, (_, seed) => writer(seed)));
    await consumer.catchUp();
    expect(seen).toHaveLength(160);
    for (const id of streams) {
      const versions = seen.filter(({ streamId }) => streamId === id).map(({ version }) => version);
      expect(versions).toEqual(versions.map((_, index) => index + 1));
    }
  });

  test('8: a consumer starts at the beginning or at the end, and a raised version starts over', async () => {
    await append(bench.boxes, ['box.noted']);
    const handled = { first: 0, end: 0, second: 0 };
    const count = (name: keyof typeof handled) => ({
      handle: async (events: readonly RecordedEvent[]) => {
        handled[name] += events.length;
      },
    });
    const base = counting(bench, { sources: ['boxes'] });
    await using first = await running(bench, { ...base, ...count('first') });
    await using end = await running(bench, counting(bench, { ...count('end'), startFrom: 'end' }));
    await append(bench.boxes, ['box.noted', 'box.noted']);
    await Promise.all([first.catchUp(), end.catchUp()]);
    await using second = await running(bench, { ...base, ...count('second'), version: 2 });
    await second.catchUp();
    expect(handled.end).toBe(2);
    expect(handled.first).toBeGreaterThan(2);
    expect(handled.second).toBe(handled.first);
  });

  test('9: unknown types never arrive, and old versions arrive as whoever reads them makes of them', async () => {
    const seen: RecordedEvent[] = [];
    const handle = async (events: readonly RecordedEvent[]) => void seen.push(...events);
    const read: ReadEvent = (event) =>
      event.schemaVersion === 1 ? { ...event, schemaVersion: 2, data: { ...event.data, colour: 'plain' } } : event;
    await using consumer = await running(bench, counting(bench, { startFrom: 'end', handle }), { read });
    await append(bench.boxes, [
      { type: 'box.noted', data: { text: 'old', later: true } },
      { type: 'box.not-yet-invented' },
      { type: 'box.noted', schemaVersion: 2, data: { text: 'new', colour: 'red' } },
    ]);
    await consumer.catchUp();
    expect(seen.map(({ schemaVersion, data }) => [schemaVersion, data])).toEqual([
      [2, { text: 'old', later: true, colour: 'plain' }],
      [2, { text: 'new', colour: 'red' }],
    ]);
  });

  test('10: a slow handler gets one batch at a time, never larger than requested', async () => {
    let inHand = 0;
    const most = { inHand: 0, events: 0 };
    const handle = async (events: readonly RecordedEvent[]) => {
      inHand += 1;
      most.inHand = Math.max(most.inHand, inHand);
      most.events = Math.max(most.events, events.length);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inHand -= 1;
    };
    const slow = counting(bench, { sources: ['boxes'], startFrom: 'end', maxBatch: 10, handle });
    await using consumer = await running(bench, slow);
    await append(bench.boxes, Array<string>(60).fill('box.noted'));
    await consumer.catchUp();
    expect(most).toEqual({ inHand: 1, events: 10 });
  });

  test('11: stopping lets the current batch finish; one that hangs is cancelled and delivered again', async () => {
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const goOn = Promise.withResolvers<void>();
    const base = counting(bench, { startFrom: 'end' });
    const before = (await bench.effects()).length;
    const hanging = await running(bench, {
      ...base,
      async handle(events, context) {
        for (const { id } of events) await bench.effect(context, id);
        begun[0].resolve();
        await goOn.promise;
      },
    });
    await append(bench.boxes, ['box.noted']);
    await begun[0].promise;
    const stopped = performance.now();
    await hanging.stop({ drainMs: 30 });
    expect(performance.now() - stopped).toBeLessThan(2_000);
    goOn.resolve();

    const finish = Promise.withResolvers<void>();
    const slow = await running(bench, {
      ...base,
      async handle(events, context) {
        begun[1].resolve();
        await finish.promise;
        await base.handle(events, context);
      },
    });
    await begun[1].promise;
    const stopping = slow.stop({ drainMs: 5_000 });
    finish.resolve();
    await stopping;
    expect(slow.state).toBe('stopped');
    await using again = await running(bench, base);
    await again.catchUp();
    expect(await newEffects(before)).toHaveLength(1);
  });

  test('12: waiting ends when the event has been handled; lag is 0 when idle and grows when halted', async () => {
    let isPoisoned = false;
    const handle = async () => {
      if (isPoisoned) throw new RangeError('cannot handle this one');
    };
    const halting = counting(bench, { sources: ['boxes'], startFrom: 'end', onError: 'halt', handle });
    await using consumer = await running(bench, halting);
    await consumer.waitFor(await append(bench.boxes, ['box.noted']), 5_000);
    await eventually(async () => expect(await consumer.lag()).toEqual({ events: 0, seconds: 0 }));
    isPoisoned = true;
    await append(bench.boxes, ['box.noted']);
    await eventually(() => expect(consumer.state).toBe('halted'));
    await append(bench.boxes, ['box.noted', 'box.noted']);
    await eventually(async () => expect(await consumer.lag()).toMatchObject({ events: 3 }));
    expect((await consumer.lag()).seconds).toBeGreaterThanOrEqual(0);
    await expect(consumer.catchUp()).rejects.toThrow('halted');
  });

  test('a tenants-only consumer gets no events without an owner', async () => {
    const seen: (string | null)[] = [];
    const handle = async (events: readonly RecordedEvent[]) =>
      void seen.push(...events.map((event) => event.tenantRef));
    const owner = newId();
    const owned = appending(newId(), ['box.noted']);
    await using consumer = await running(bench, counting(bench, { startFrom: 'end', tenantsOnly: true, handle }));
    await append(bench.boxes, ['box.noted']);
    await bench.boxes.execute({ ...owned, context: { ...owned.context, tenantRef: owner } });
    await append(bench.boxes, ['box.noted']);
    await consumer.catchUp();
    expect(seen).toEqual([owner]);
  });

  test.each([
    ['no type', { handles: [] }],
    ['no source', { sources: [] }],
    ['version 0', { version: 0 }],
    ['a name with spaces', { name: 'my consumer' }],
  ])('a consumer with %s is refused', async (_name, parts) => {
    await expect(running(bench, counting(bench, parts))).rejects.toThrow(TypeError);
  });
});
