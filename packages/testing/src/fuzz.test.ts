import { expect, test } from 'vitest';
import { fuzz } from './fuzz.ts';

const seeds = ['secret=tea+at+5%3F', 'a=b&c=d'];

test('a parser that throws what it does not declare is found, with the input that shows it', () => {
  const { undeclared } = fuzz({ name: 'sloppy', parse: decodeURIComponent, seeds }, 2_000);
  expect(undeclared[0]).toMatch(/^sloppy of ".*%.*": URIError/);
  const mayThrow = (error: unknown) => error instanceof URIError;
  expect(fuzz({ name: 'sloppy', parse: decodeURIComponent, seeds, mayThrow }, 2_000).undeclared).toEqual([]);
});

test('what does not hold of what a parser gives is found', () => {
  const check = (parsed: unknown) => {
    if (String(parsed).includes('\0')) throw new Error('a zero');
  };
  expect(fuzz({ name: 'plain', parse: (text) => text, seeds, check }, 2_000).undeclared.length).toBeGreaterThan(0);
});

test('a parser that takes long for some inputs is found', () => {
  const parse = (text: string) => {
    const until = performance.now() + (text.includes('é') ? 110 : 0);
    while (performance.now() < until);
  };
  const { slow } = fuzz({ name: 'patient', parse, seeds: ['é', ...seeds] }, 3);
  expect(slow[0]).toBe('patient of "é"');
});

test('the same seed makes the same inputs', () => {
  const seen = () => {
    const texts: string[] = [];
    fuzz({ name: 'listening', parse: (text) => texts.push(text), seeds }, 200);
    return texts;
  };
  expect(seen()).toEqual(seen());
  expect(new Set(seen()).size).toBeGreaterThan(100);
});
