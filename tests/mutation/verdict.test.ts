import { expect, test } from 'vitest';
import { type Mutant, mutantsOf } from './run-stryker.ts';
import { type Explanation, judge } from './verdict.ts';

const mutant = (status: Mutant['status'], replacement = 'false'): Mutant => ({
  file: 'a.ts',
  line: 3,
  text: 'if (isOpen) {',
  original: 'isOpen',
  replacement,
  status,
});
const explanation: Explanation = { file: 'a.ts', text: 'if (isOpen) {', changes: ['isOpen => true'], reason: 'Same.' };

test('what tests noticed or could not end counts, what does not run is left out', () => {
  const mutants = [mutant('killed'), mutant('timeout'), mutant('invalid'), mutant('uncovered')];
  expect(judge(mutants, [])).toMatchObject({ killed: 1, timedOut: 1, explained: 0, stale: [], score: 66.6 });
});

test('a survivor without an explanation is named, also one that no test reaches', () => {
  const { survivors } = judge([mutant('survived'), mutant('uncovered', '{}'), mutant('killed')], []);
  expect(survivors.map(({ replacement }) => replacement)).toEqual(['false', '{}']);
});

test('an explanation stands for its own line and change alone', () => {
  const verdict = judge([mutant('survived', 'true'), mutant('survived'), mutant('killed')], [explanation]);
  expect(verdict).toMatchObject({ explained: 1, survivors: [{ replacement: 'false' }], stale: [], score: 33.3 });
  const elsewhere = { ...mutant('survived', 'true'), file: 'b.ts' };
  expect(judge([elsewhere], [explanation]).survivors).toHaveLength(1);
});

test('an explanation of what is killed, or is gone, is stale', () => {
  expect(judge([mutant('killed', 'true')], [explanation]).stale).toEqual([explanation]);
  expect(judge([], [explanation]).stale).toEqual([explanation]);
  const both = { ...explanation, changes: ['isOpen => true', 'isOpen => null'] };
  expect(judge([mutant('survived', 'true')], [both]).stale).toEqual([{ ...both, changes: ['isOpen => null'] }]);
});

test("places of Stryker's report are told by their line, on one line", () => {
  const source = 'const a = 1;\n  if (a &&\n    b) {\n  }\n';
  const location = { start: { line: 2, column: 7 }, end: { line: 3, column: 6 } };
  const mutants = [
    { status: 'Survived', replacement: 'a\n || b', location },
    {
      status: 'RuntimeError',
      replacement: '""',
      location: { start: { line: 1, column: 11 }, end: { line: 1, column: 12 } },
    },
  ];
  expect(mutantsOf({ files: { 'a.ts': { source, mutants } } })).toEqual([
    { file: 'a.ts', line: 1, text: 'const a = 1;', original: '1', replacement: '""', status: 'invalid' },
    { file: 'a.ts', line: 2, text: 'if (a &&', original: 'a && b', replacement: 'a || b', status: 'survived' },
  ]);
});
