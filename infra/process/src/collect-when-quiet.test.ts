import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectWhenQuiet, thisProcess } from './collect-when-quiet.ts';

const MB = 1024 * 1024;
const LONG_MS = 60_000;
let heldMb: number;
let share: number;
let collections: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  [heldMb, share, collections] = [160, 0, 0];
});
afterEach(() => void vi.useRealTimers());

const housekeeping = {
  held: () => heldMb * MB,
  busyShare: () => share,
  collect() {
    collections += 1;
    heldMb = 125;
  },
};

test('collects once after the start, and not again as long as little is added', () => {
  using _ = collectWhenQuiet(housekeeping);
  vi.advanceTimersByTime(LONG_MS);
  expect(collections).toBe(1);
  heldMb = 150;
  vi.advanceTimersByTime(LONG_MS);
  expect(collections).toBe(1);
});

test('collects after a busy time, not during it', () => {
  using _ = collectWhenQuiet(housekeeping);
  vi.advanceTimersByTime(LONG_MS);
  [heldMb, share] = [280, 0.8];
  vi.advanceTimersByTime(LONG_MS);
  expect(collections).toBe(1);
  share = 0.02;
  vi.advanceTimersByTime(LONG_MS);
  expect(collections).toBe(2);
});

test('leaves nothing behind when disposed of', () => {
  collectWhenQuiet(housekeeping)[Symbol.dispose]();
  vi.advanceTimersByTime(LONG_MS);
  expect(collections).toBe(0);
});

test('in this process it works without a flag, and leaves no collector to other code', async () => {
  const forgotten = new WeakRef({});
  using _ = collectWhenQuiet({ ...thisProcess(), busyShare: () => 0 });
  await nextTurn(); // until then a new reference keeps what it refers to
  expect(forgotten.deref()).toBeDefined();
  await nextTurn();
  vi.advanceTimersByTime(LONG_MS);
  expect(forgotten.deref()).toBeUndefined();
  expect(globalThis).not.toHaveProperty('gc');
});
