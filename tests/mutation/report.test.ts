import { expect, test } from 'vitest';
import { reportText } from './report.ts';

const result = {
  title: 'Form tokens',
  sources: ['a.ts'],
  tests: ['a.test.ts'],
  date: '2026-11-28',
  commit: 'abc1234',
  killed: 8,
  timedOut: 1,
  explained: 1,
  score: 81.8,
  survivors: [{ file: 'a.ts', line: 7, text: 'x', original: 'a || b', replacement: '', status: 'survived' as const }],
};
const explanation = {
  file: 'src/a.ts',
  text: 'let a = `b`;',
  changes: ['`b` => ``', 'b => c'],
  reason: 'Nobody reads it.',
};

test('a report has the figures, what survived, and why the rest may', () => {
  const lines = reportText({ versions: { Stryker: '1.0' }, groups: { form: result } }, { form: [explanation] }).split(
    '\n',
  );
  expect(lines).toContain('Stryker 1.0.');
  expect(lines).toContain('| form | 11 | 8 | 1 | 1 | 1 | 81.8 % | 2026-11-28 | abc1234 |');
  expect(lines).toContain('- a.ts:7: `a || b` becomes nothing');
  expect(lines).toContain('| a.ts: `` let a = `b`; `` | `` `b` => `` ``<br>`b => c` | Nobody reads it. |');
});
