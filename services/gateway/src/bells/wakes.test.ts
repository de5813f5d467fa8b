import { createBells } from '@onceover/service-kit/bells';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { wakes } from './wakes.ts';

const everyMs = 15_000;
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

/** The moments at which somebody who follows a topic is woken. */
function followed(topic: string, bells = createBells()) {
  const stop = new AbortController();
  const moments: number[] = [];
  const ended = (async () => {
    for await (const _ of wakes(bells, [topic], { signal: stop.signal, everyMs })) moments.push(performance.now());
  })();
  return {
    moments,
    bells,
    async stop() {
      stop.abort();
      await ended;
    },
  };
}

test('tabs that opened at different times poll at the same moments, every 15 seconds', async () => {
  const first = followed('feed:nina');
  await vi.advanceTimersByTimeAsync(4_321);
  const second = followed('feed:nina');
  await vi.advanceTimersByTimeAsync(4 * everyMs);
  expect(first.moments.slice(-3)).toEqual(second.moments.slice(-3));
  const [one = 0, two = 0] = first.moments.slice(-2);
  expect(two - one).toBeLessThanOrEqual(everyMs + 1);
  await Promise.all([first.stop(), second.stop()]);
});

test('a ring wakes at once, and what is rung between two polls puts off no poll', async () => {
  const ninas = followed('feed:nina');
  const { moments, bells } = ninas;
  await vi.advanceTimersByTimeAsync(2 * everyMs);
  const before = moments.length;
  for (let ring = 0; ring < 30; ring += 1) {
    bells.ring('feed:nina');
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(moments.length - before).toBeGreaterThanOrEqual(32);
  await ninas.stop();
});

test('those who follow other topics poll at other moments', async () => {
  const nina = followed('feed:nina');
  const otto = followed('feed:otto');
  await vi.advanceTimersByTimeAsync(3 * everyMs);
  expect(nina.moments.at(-1)).not.toBe(otto.moments.at(-1));
  await Promise.all([nina.stop(), otto.stop()]);
});
