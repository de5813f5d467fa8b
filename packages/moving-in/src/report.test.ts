import { expect, test } from 'vitest';
import { createReport } from './report.ts';

test('what a terminal would obey, or nobody can see, is replaced in every line', () => {
  const lines: string[] = [];
  const report = createReport((line) => lines.push(line));
  const name = 'nina\u001b[2J\r\n\u202emoc.elpmaxe\u200b@example.com';
  report.add({ kind: 'account', name, outcome: 'left', reason: 'its field “\u0007” is no time' });
  expect(lines).toEqual([
    'left: account nina\ufffd[2J\ufffd\ufffd\ufffdmoc.elpmaxe\ufffd@example.com: its field “\ufffd” is no time',
  ]);
  expect(report.summary().at(-1)).toBe(`${' '.repeat(15)}1 left: its field “\ufffd” is no time`);
});

test('letters of any language stay as they are', () => {
  const lines: string[] = [];
  createReport((line) => lines.push(line)).add({ kind: 'domain', name: 'bücher.例え', outcome: 'left', reason: 'why' });
  expect(lines).toEqual(['left: domain bücher.例え: why']);
});
