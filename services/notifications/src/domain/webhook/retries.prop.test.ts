import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_TRIES, restAfter, retryAfterSeconds } from './retries.ts';

const day = 86_400;
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const tries = fc.integer({ min: 1, max: MAX_TRIES - 1 });
const failed = fc.record({
  status: fc.option(fc.integer({ min: 100, max: 599 })),
  retryAfterSeconds: fc.option(fc.nat()),
});
const quiet = { status: 500, retryAfterSeconds: null };
const middle = (count: number) => restAfter(count, quiet, 0.5) ?? Number.NaN;

test('a rest is never more than a fifth off, unless the receiver asked for more; and then never over a day', () => {
  fc.assert(
    fc.property(tries, failed, chance, (count, attempt, part) => {
      const rest = restAfter(count, attempt, part) ?? Number.NaN;
      expect(rest).toBeGreaterThanOrEqual(middle(count) * 0.8 - 1e-6);
      expect(rest).toBeLessThanOrEqual(
        Math.max(middle(count) * 1.2 + 1e-6, Math.min(attempt.retryAfterSeconds ?? 0, day)),
      );
    }),
  );
});

test('whoever asks for a longer rest never gets a shorter one', () => {
  fc.assert(
    fc.property(tries, fc.nat(), fc.nat(), chance, (count, one, other, part) => {
      const rest = (asked: number) => restAfter(count, { status: 503, retryAfterSeconds: asked }, part) ?? Number.NaN;
      expect(rest(Math.max(one, other))).toBeGreaterThanOrEqual(rest(Math.min(one, other)));
    }),
  );
});

test('all tries together take between two and four days, whatever the chance', () => {
  fc.assert(
    fc.property(fc.array(chance, { minLength: MAX_TRIES, maxLength: MAX_TRIES }), (chances) => {
      const rests = chances.map((part, index) => restAfter(index + 1, quiet, part));
      expect(rests.at(-1)).toBeNull();
      const whole = rests.reduce<number>((sum, rest) => sum + (rest ?? 0), 0);
      expect(whole).toBeGreaterThan(2 * day);
      expect(whole).toBeLessThan(4 * day);
    }),
  );
});

test('any time that a receiver names is understood to the second, and any other text is no wish', () => {
  const now = new Date('2026-11-27T10:00:00.000Z');
  fc.assert(
    fc.property(fc.nat(10 * 365 * day), (seconds) => {
      const at = new Date(now.getTime() + seconds * 1000);
      expect(retryAfterSeconds(at.toUTCString(), now)).toBe(seconds);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      const seconds = retryAfterSeconds(text, now);
      expect(seconds === null || (Number.isInteger(seconds) && seconds >= 0)).toBe(true);
    }),
  );
});
