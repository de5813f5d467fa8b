import { expect, test } from 'vitest';
import { mergeRows, type ProofRow, passedLine, proofReport } from './proof-report.js';

const here = { commit: 'abc', node: 'v26.1.0', cores: 2, processor: 'Some', gigabytes: 8, system: 'Linux 6' };
const row = (name: string, problems: readonly string[] = [], commit = 'abc'): ProofRow => {
  return { cells: [name, 20], problems, at: '2026-11-25T09:00:00.000Z', commit };
};
const section = (rows: readonly ProofRow[]) => ({
  title: 'Outages',
  about: 'Each was stopped.',
  columns: ['stopped', 'times'],
  rows,
  versions: { Redis: '7.0.15' },
});

test('a report says for each row whether the promise was kept, and below the table why not', () => {
  const text = proofReport(here, [section([row('Redis'), row('Kafka', ['2 secrets were lost'], 'def')])]);
  expect(text).toContain('2 × Some, 8 GiB, Linux 6; Node 26.1.0, Redis 7.0.15.');
  expect(text).toContain(
    '| stopped | times | kept |\n| --- | --- | --- |\n| Redis | 20 | yes |\n| Kafka | 20 | no (1) |',
  );
  expect(text).toContain('Not as promised:\n\n- Kafka: 2 secrets were lost');
  expect(text).toContain('Run on 2026-11-25 (UTC), commit abc, def.');
});

test('a row that was run again takes its place, the others stay', () => {
  const merged = mergeRows([row('Redis'), row('Kafka', ['lost'])], [row('Kafka'), row('DNS')]);
  expect(merged).toEqual([row('Redis'), row('Kafka'), row('DNS')]);
});

test('the last line counts what was proved and what was not', () => {
  expect(passedLine([section([row('Redis'), row('Kafka', ['lost'])])])).toBe('1 proved, 1 failed');
});
