import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bench, leasedBenches } from '../test-support/benches.ts';
import { counting, running } from '../test-support/definitions.ts';
import { append } from '../test-support/events.ts';

describe.each(leasedBenches)('7: two instances of a consumer on $name', ({ open }) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await open();
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  test('each effect is there once, although the consumer changes hands in mid-stream', async () => {
    const before = (await bench.effects()).length;
    const shared = counting(bench, { startFrom: 'end', maxBatch: 3, shards: 2 });
    const first = await running(bench, shared);
    await using second = await running(bench, shared);
    expect([first.state, second.state]).toEqual(['running', 'starting']);
    const ids: Promise<unknown>[] = [];
    for (let i = 0; i < 40; i += 1) {
      ids.push(append(i % 2 === 0 ? bench.boxes : bench.crates, ['box.noted']));
      if (i === 20) await first.stop();
    }
    await Promise.all(ids);
    await second.catchUp();
    const effects = (await bench.effects()).slice(before);
    expect(effects).toHaveLength(40);
    expect(new Set(effects).size).toBe(40);
    expect(second.state).toBe('running');
  });

  test('an owner that is replaced while it works has its effect rolled back', async () => {
    const before = (await bench.effects()).length;
    const goOn = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const base = counting(bench, { startFrom: 'end' });
    await using stale = await running(bench, {
      ...base,
      async handle(events, context) {
        begun.resolve();
        await goOn.promise;
        await base.handle(events, context);
      },
    });
    await append(bench.boxes, ['box.noted']);
    await begun.promise;
    await bench.expireLeases();
    await using owner = await running(bench, base);
    await eventually(() => expect(owner.state).toBe('running'));
    // The former owner holds the inbox entry, so the new one waits for it; the former one's acknowledgement is refused.
    goOn.resolve();
    await owner.catchUp();
    await eventually(() => expect(stale.state).toBe('starting'));
    expect((await bench.effects()).slice(before)).toHaveLength(1);
  });
});
