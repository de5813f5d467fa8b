import { expect, test } from 'vitest';
import { MAX_TRIES, realSleep, restMs } from './backoff.ts';

test('rests grow fourfold, and all of them together stay under ten seconds', () => {
  const rests = Array.from({ length: MAX_TRIES - 1 }, (_, index) => restMs(index + 1));
  expect(rests).toEqual([100, 400, 1_600, 6_400]);
});

test('a rest ends when it is called off', async () => {
  const stop = new AbortController();
  const resting = realSleep(60_000, stop.signal);
  stop.abort();
  await expect(resting).rejects.toThrow();
  await realSleep(1, new AbortController().signal);
});
