import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./main.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--color-([\w-]+):\s*light-dark\((#\w{6}),\s*(#\w{6})\)/g)].map(([, name, light, dark]) => [
    name ?? '',
    { light: light ?? '', dark: dark ?? '' },
  ]),
);

/** Foreground, background, the least contrast WCAG 2.2 AA asks for. */
const pairs: readonly (readonly [string, string, number])[] = [
  ...['bg', 'surface', 'surface-2', 'secret-bg'].map((back) => ['text', back, 4.5] as const),
  ...['bg', 'surface', 'surface-2'].flatMap((back) => [['text-2', back, 4.5] as const, ['text-3', back, 4.5] as const]),
  ...['bg', 'surface', 'accent-soft'].map((back) => ['accent', back, 4.5] as const),
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['on-danger', 'danger', 4.5],
  ['on-danger', 'danger-hover', 4.5],
  ...['bg', 'surface', 'danger-soft'].map((back) => ['danger', back, 4.5] as const),
  ['warning', 'warning-soft', 4.5],
  ['success', 'success-soft', 4.5],
  ['info', 'info-soft', 4.5],
  ...['danger-soft', 'warning-soft', 'success-soft', 'info-soft'].map((back) => ['text', back, 4.5] as const),
  ...['bg', 'surface', 'surface-2'].flatMap((back) => [
    ['border-strong', back, 3] as const,
    ['focus', back, 3] as const,
  ]),
];

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(pairs)('%s on %s has at least %d:1', (front, back, least) => {
    expect(contrast(colour(front, theme), colour(back, theme))).toBeGreaterThanOrEqual(least);
  });
});

function colour(name: string, theme: 'light' | 'dark'): string {
  const token = tokens.get(name);
  if (token === undefined) throw new Error(`No colour ${name}`);
  return token[theme];
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
