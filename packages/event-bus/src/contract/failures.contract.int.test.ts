import type { RecordedEvent } from '@onceover/event-store';
import { OutageError, WrittenByNewerVersion } from '@onceover/service-kit/errors';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consumerKey } from '../consumer.ts';
import { type Bench, benches } from '../test-support/benches.ts';
import { counting, failingOn, keptLog, running } from '../test-support/definitions.ts';
import { append } from '../test-support/events.ts';
import { discardDeadLetter, listDeadLetters, retryDeadLetter, showDeadLetter } from '../tools/dead-letters.ts';
import { ToolRefusal } from '../tools/parts.ts';

const isPoison = ({ data }: RecordedEvent) => data.isPoison === true;
const poison = { type: 'box.noted', data: { isPoison: true } };

describe.each(benches)('6: failing handlers on $name', ({ open }) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await open();
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  const toolsFor = (definition: ReturnType<typeof counting>) => ({
    definitions: [definition],
    store: bench.store,
    history: bench.source.history,
    places: bench.source.places,
    log: keptLog().log,
  });

  /** Events in the order they were appended, in one transaction. */
  const appended = async (events: Parameters<typeof append>[1]) => {
    const { reference } = await append(bench.boxes, events);
    const { events: all } = await bench.boxes.load({ id: reference?.streamId ?? '', category: 'box' });
    return all;
  };

  test('a handler that throws four times and then works has its effect once, after growing pauses', async () => {
    const rests: number[] = [];
    let failures = 4;
    const before = (await bench.effects()).length;
    const flaky = counting(bench, {
      startFrom: 'end',
      async handle(events, context) {
        for (const { id } of events) await bench.effect(context, id);
        if (failures-- > 0) throw new RangeError('not yet');
      },
    });
    await using consumer = await running(bench, flaky, { sleep: async (ms) => void rests.push(ms) });
    const [event] = await appended(['box.noted']);
    await consumer.catchUp();
    expect((await bench.effects()).slice(before)).toEqual([event?.id]);
    expect(rests).toEqual([100, 400, 1_600, 6_400]);
    expect(await bench.store.listLetters({ consumer: consumer.consumer })).toEqual([]);
  });

  test('park sets only the failing event aside, keeps nothing it wrote, and carries on', async () => {
    const before = { effects: (await bench.effects()).length, jobs: (await bench.jobs()).length };
    const { lines, log } = keptLog();
    const parking = counting(bench, { startFrom: 'end', handle: failingOn(bench, isPoison) });
    await using consumer = await running(bench, parking, { log });
    const events = await appended(['box.noted', 'box.noted', poison, 'box.noted', poison, 'box.noted']);
    await consumer.catchUp();
    const good = events.filter((event) => !isPoison(event)).map(({ id }) => id);
    expect((await bench.effects()).slice(before.effects)).toEqual(good);
    expect((await bench.jobs()).slice(before.jobs)).toEqual(good.map(() => 'inspect-box'));
    const letters = await bench.store.listLetters({ consumer: consumer.consumer });
    expect(letters.map(({ eventId }) => eventId).toSorted()).toEqual(
      events
        .filter(isPoison)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(letters[0]).toMatchObject({
      source: 'boxes',
      type: 'box.noted',
      attempts: 5,
      state: 'parked',
      error: 'RangeError: cannot handle this one',
    });
    expect(lines).toEqual(Array(2).fill({ level: 'error', message: expect.stringContaining('dead letters') }));
    expect(consumer.state).toBe('running');
  });

  test('an event that a newer version has written is never parked: the consumer waits there until it is updated', async () => {
    const before = (await bench.effects()).length;
    const newer = () => {
      throw new WrittenByNewerVersion('box.noted 2 cannot be read');
    };
    const older = counting(bench, { startFrom: 'end', onError: 'park', handle: newer });
    const first = await running(bench, older);
    const events = await appended(['box.noted', 'box.noted']);
    await eventually(() => expect(first.state).toBe('halted'));
    expect(await bench.store.listLetters({ consumer: first.consumer })).toEqual([]);
    await first.stop();
    await using updated = await running(bench, { ...older, handle: failingOn(bench, () => false) });
    await updated.catchUp();
    expect((await bench.effects()).slice(before)).toEqual(events.map(({ id }) => id));
  });

  test('halt handles what comes before, keeps the position, says so once, and resumes there when fixed', async () => {
    const before = (await bench.effects()).length;
    const { lines, log } = keptLog();
    const halting = counting(bench, { startFrom: 'end', onError: 'halt', handle: failingOn(bench, isPoison) });
    const first = await running(bench, halting, { log });
    const events = await appended(['box.noted', 'box.noted', poison, 'box.noted']);
    await eventually(() => expect(first.state).toBe('halted'));
    const ids = events.map(({ id }) => id);
    expect((await bench.effects()).slice(before)).toEqual(ids.slice(0, 2));
    expect(lines).toEqual([{ level: 'error', message: expect.stringContaining('halted') }]);
    expect(await bench.store.listLetters({ consumer: first.consumer })).toEqual([]);
    await first.stop();
    await using mended = await running(bench, { ...halting, handle: failingOn(bench, () => false) });
    await mended.catchUp();
    expect((await bench.effects()).slice(before)).toEqual(ids);
  });

  test("an outage is not the event's fault: it waits for as long as that takes, and neither parks nor halts", async () => {
    let outages = 7;
    const before = (await bench.effects()).length;
    const waiting = counting(bench, {
      startFrom: 'end',
      async handle(events, context) {
        for (const { id } of events) await bench.effect(context, id);
        if (outages-- > 0) throw new OutageError('keys');
      },
    });
    await using consumer = await running(bench, waiting);
    const [event] = await appended(['box.noted']);
    await consumer.catchUp();
    expect((await bench.effects()).slice(before)).toEqual([event?.id]);
    expect(await bench.store.listLetters({ consumer: consumer.consumer })).toEqual([]);
  });

  test('a retried dead letter runs with the same event id, once, and is not dropped as a duplicate', async () => {
    const before = (await bench.effects()).length;
    const broken = counting(bench, { startFrom: 'end', handle: failingOn(bench, isPoison) });
    await using consumer = await running(bench, broken);
    const [event] = await appended([poison]);
    await consumer.catchUp();
    const ref = { consumer: broken.name, eventId: event?.id ?? '' };
    await expect(retryDeadLetter(toolsFor(broken), ref)).rejects.toThrow(RangeError);
    expect((await listDeadLetters(toolsFor(broken), { consumer: broken.name }))[0]).toMatchObject({ attempts: 6 });
    expect((await bench.effects()).slice(before)).toEqual([]);

    const mended = toolsFor({ ...broken, handle: failingOn(bench, () => false) });
    expect((await showDeadLetter(mended, ref)).event).toEqual(event);
    await retryDeadLetter(mended, ref);
    expect((await bench.effects()).slice(before)).toEqual([event?.id]);
    await expect(retryDeadLetter(mended, ref)).rejects.toThrow(ToolRefusal);
    expect((await bench.effects()).slice(before)).toEqual([event?.id]);
    expect(await listDeadLetters(mended, { consumer: broken.name })).toEqual([]);
  });

  test('a discarded dead letter counts as handled', async () => {
    const broken = counting(bench, { startFrom: 'end', handle: failingOn(bench, isPoison) });
    await using consumer = await running(bench, broken);
    const [event] = await appended([poison]);
    await consumer.catchUp();
    const ref = { consumer: consumerKey(broken), eventId: event?.id ?? '' };
    await discardDeadLetter(toolsFor(broken), ref);
    await expect(retryDeadLetter(toolsFor(broken), ref)).rejects.toThrow('the dead letter is discarded');
    await expect(discardDeadLetter(toolsFor(broken), { ...ref, eventId: crypto.randomUUID() })).rejects.toThrow(
      'there is no dead letter',
    );
  });

  test('the inbox forgets entries older than the given time', async () => {
    await using consumer = await running(bench, counting(bench, { startFrom: 'end' }));
    await append(bench.boxes, ['box.noted', 'box.noted']);
    await consumer.catchUp();
    expect(await bench.store.purgeInbox(new Date(0), 10)).toBe(0);
    const later = new Date(Date.now() + 60_000);
    expect(await bench.store.purgeInbox(later, 1)).toBe(1);
    expect(await bench.store.purgeInbox(later, 1_000)).toBeGreaterThan(0);
    expect(await bench.store.purgeInbox(later, 1_000)).toBe(0);
  });
});
