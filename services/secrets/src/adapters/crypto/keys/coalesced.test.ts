import { expect, test } from 'vitest';
import { coalesced } from './coalesced.ts';

/** Work whose runs end when the test says so. */
function heldWork() {
  const ends: (() => void)[] = [];
  let running = 0;
  let mostAtOnce = 0;
  return {
    ends,
    mostAtOnce: () => mostAtOnce,
    async work() {
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
    },
  };
}

test('who asks during a run gets a run that began afterwards, and shares it', async () => {
  const held = heldWork();
  const run = coalesced(held.work);
  const first = run();
  await Promise.resolve().then(() => undefined);
  await expect.poll(() => held.ends.length).toBe(1);
  const late = [run(), run(), run()];
  expect(new Set(late).size).toBe(1);
  held.ends[0]?.();
  await first;
  await expect.poll(() => held.ends.length).toBe(2);
  held.ends[1]?.();
  await Promise.all(late);
  expect(held.ends).toHaveLength(2);
  expect(held.mostAtOnce()).toBe(1);
});

test('a run that fails tells its callers and keeps nobody from the next', async () => {
  let runs = 0;
  const run = coalesced(async () => {
    runs += 1;
    if (runs === 1) throw new Error('away');
  });
  await expect(run()).rejects.toThrow('away');
  await expect(run()).resolves.toBeUndefined();
});
