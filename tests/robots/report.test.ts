import { expect, test } from 'vitest';
import type { Figures } from './measure.ts';
import { people } from './people.ts';
import { problemsOf, type Report, reportText, tableText } from './report.ts';
import { zoo } from './zoo.ts';

const figures = (name: string, change: Partial<Figures> = {}): Figures => {
  return { name, secrets: 50, opened: 0, asked: 50, told: 0, ms: 1_234, broken: [], ...change };
};
const named = (is: (robot: (typeof zoo)[number]) => boolean) => zoo.find(is)?.name ?? '';
const withoutHand = named(({ hasHand, mayOpen }) => !hasHand && mayOpen === undefined);
const withHand = named(({ hasHand }) => hasHand);
const program = named(({ mayOpen }) => mayOpen !== undefined);
const problemsWith = (robot: Figures) => problemsOf({ robots: [robot], people: [] });

test('a robot without a hand may open two of a hundred, and no more', () => {
  expect(problemsWith(figures(withoutHand, { opened: 1 }))).toEqual([]);
  expect(problemsWith(figures(withoutHand, { opened: 2 }))).toEqual([`${withoutHand} opened 2 of 50`]);
});

test('a robot that imitates a hand, and a program of the interface, may open all', () => {
  for (const name of [withHand, program]) expect(problemsWith(figures(name, { opened: 50 }))).toEqual([]);
});

test('a robot that could not do what it does is a problem, told once for each reason', () => {
  const broken = ['nothing was prefetched', 'nothing was prefetched'];
  expect(problemsWith(figures(withoutHand, { broken }))).toEqual([
    `${withoutHand} could not do what it does: nothing was prefetched`,
  ]);
});

test('what a person met that none should is a problem', () => {
  const met = { name: 'mouse', times: 3, opened: 2, asked: 1, refused: 0, ms: 900, problems: ['was asked to hold'] };
  expect(problemsOf({ robots: [], people: [met] })).toEqual(['mouse: was asked to hold']);
});

test('the report has before and after in one line, and each robot in one table', () => {
  const report: Report = {
    before: { at: '2026-11-26', commit: 'abc', robots: [{ name: withoutHand, secrets: 10, opened: 10 }] },
    robots: zoo.map(({ name }) => figures(name)),
    people: [{ name: 'mouse', times: 3, opened: 3, asked: 0, refused: 0, ms: 900, problems: [] }],
    circumstances: 'Run here.',
  };
  const text = reportText(report);
  expect(text).toContain(`| ${withoutHand} | 50 | 10 (100 %) | 0 (0 %) | 50 | 0 | 1,234 |`);
  expect(text).toContain('| mouse | 3 | 3 (100 %) | 0 | 0 | 900 |');
  for (const { name } of zoo) expect(text.split(`\n| ${name} |`)).toHaveLength(2);
  expect(
    tableText(report)
      .split('\n')
      .filter((line) => line !== ''),
  ).toHaveLength(zoo.length + 3);
});

test('robots and people have names of their own', () => {
  const names = [...zoo, ...people].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
