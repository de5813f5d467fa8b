import { expect, test } from 'vitest';
import { Pace, WakeSignal } from './pace.ts';

test('while something hides above the horizon pauses stay short, and a little longer after a second', () => {
  let nowMs = 0;
  const pace = new Pace(() => nowMs);
  expect(pace.restMs()).toBe(5);
  nowMs = 999;
  expect(pace.restMs()).toBe(5);
  nowMs = 1_000;
  expect(pace.restMs()).toBe(25);
  pace.reset();
  nowMs = 5_000;
  expect(pace.restMs()).toBe(5);
});

test('a ring while nobody is waiting is remembered, once', async () => {
  const signal = new WakeSignal();
  signal.ring();
  signal.ring();
  expect(await signal.wait(1_000)).toBe(true);
  expect(await signal.wait(1)).toBe(false);
});

test('a ring ends the wait', async () => {
  const signal = new WakeSignal();
  const waited = signal.wait(10_000);
  signal.ring();
  expect(await waited).toBe(true);
  expect(await signal.wait(1)).toBe(false);
});
