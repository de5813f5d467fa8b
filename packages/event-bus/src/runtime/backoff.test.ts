import { expect, test } from 'vitest';
import { MAX_TRIES, realSleep, restMs } from './backoff.ts';

test('pauses grow fourfold, and together they stay under ten seconds', () => {
  const rests = Array.from({ length: MAX_TRIES - 1 }, (_, index) => restMs(index + 1));
  expect(rests).toEqual([100, 400, 1_600, 6_400]);
});

test('a pause ends when it is cancelled', async () => {
  const stop = new AbortController();
  const resting = realSleep(60_000, stop.signal);
  stop.abort();
  await expect(resting).rejects.toThrow();
  await realSleep(1, new AbortController().signal);
});
