import { expect, test } from 'vitest';
import { eventually } from './eventually.ts';
import { fakeClock } from './fake-clock.ts';

test('it waits for a check that becomes true', async () => {
  let tries = 0;
  const value = await eventually(
    () => {
      tries += 1;
      if (tries < 3) throw new Error('not yet');
      return 'now';
    },
    { everyMs: 1 },
  );
  expect(value).toBe('now');
});

test('a check that stays false reports its own failure', async () => {
  const never = eventually(() => Promise.reject(new Error('still not')), { withinMs: 10, everyMs: 1 });
  await expect(never).rejects.toThrow('still not');
});

test('a fake clock moves only when told to', () => {
  const clock = fakeClock(new Date('2026-03-01T00:00:00Z'));
  clock.advance({ days: 8, minutes: 1 });
  expect(clock.now()).toEqual(new Date('2026-03-09T00:01:00Z'));
  clock.set(new Date('2026-01-01T00:00:00Z'));
  expect(clock.now()).toEqual(new Date('2026-01-01T00:00:00Z'));
});
