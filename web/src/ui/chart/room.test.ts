import { locales } from '@onceover/schema/locales';
import { expect, test } from 'vitest';
import { formatShortNumber } from '../../i18n/format-figures.ts';
import { axisRoom, fitBeside } from './room.ts';
import { ticksFor } from './series.ts';

/** Advance widths of DejaVu Sans, the widest of the usual fonts of systems; Chinese letters are squares in every font. */
// biome-ignore format: a table
const advances: Readonly<Record<string, number>> = {
  ' ': 0.318, '\u00a0': 0.318, '\u202f': 0.318, ',': 0.318, '.': 0.318, '’': 0.318, '\u200f': 0, '\u200e': 0, '\u061c': 0,
  ...Object.fromEntries([...'0123456789'].map((digit) => [digit, 0.636])),
  B: 0.686, E: 0.632, K: 0.656, M: 0.863, N: 0.748, T: 0.611,
  a: 0.613, b: 0.635, d: 0.635, i: 0.278, k: 0.579, l: 0.278, m: 0.974, n: 0.634, o: 0.612, r: 0.411, s: 0.521, t: 0.392, y: 0.592,
  δ: 0.612, ε: 0.541, ι: 0.338, κ: 0.589, λ: 0.592, ρ: 0.635, σ: 0.634, τ: 0.602, χ: 0.578,
  д: 0.691, и: 0.65, л: 0.639, м: 0.754, н: 0.654, р: 0.635, с: 0.55, т: 0.583, х: 0.592, ы: 0.79,
  أ: 0.278, آ: 0.278, ا: 0.278, ت: 0.941, ر: 0.483, ف: 1.037, ل: 0.727, م: 0.619, ن: 0.734, و: 0.483, ي: 0.783,
  万: 1, 亿: 1,
};

function drawn(label: string): number {
  return [...label].reduce((sum, letter) => {
    const advance = advances[letter];
    if (advance === undefined) throw new Error(`${JSON.stringify(letter)} of ${label} has no width`);
    return sum + advance * 13;
  }, 0);
}

const highest = Array.from({ length: 13 }, (_, power) =>
  [1, 1.5, 3, 7].map((times) => Math.ceil(times * 10 ** power)),
).flat();

test.each(locales.map(({ code, tag }) => ({ code, tag })))(
  'numbers of an axis fit their room and differ in $code',
  ({ tag }) => {
    for (const value of highest) {
      const labels = ticksFor(value).map((tick) => formatShortNumber(tick, tag));
      expect(new Set(labels).size, labels.join(' ')).toBe(labels.length);
      const room = axisRoom(labels);
      // Recharts puts eight pixels between the number and the axis.
      expect(Math.max(...labels.map(drawn)) + 8, labels.join(' ')).toBeLessThanOrEqual(room);
      expect(room, labels.join(' ')).toBeLessThanOrEqual(110);
    }
  },
);

test('a number of the axis is exact: its short form says the same', () => {
  for (const value of highest) {
    for (const tick of ticksFor(value)) {
      const [, digits = '', size = ''] = /^([\d.]+)([KMBT]?)$/.exec(formatShortNumber(tick, 'en')) ?? [];
      const times = { '': 1, K: 1e3, M: 1e6, B: 1e9, T: 1e12 }[size] ?? Number.NaN;
      expect(Number(digits) * times).toBe(tick);
    }
  }
});

test('texts that are wide together do not fit beside each other; a wide one between narrow ones may', () => {
  expect(fitBeside(['1 h', '10 min', '1 d'], 120)).toBe(true);
  expect(fitBeside(['10 min', '10 min', '1 d'], 120)).toBe(false);
});
