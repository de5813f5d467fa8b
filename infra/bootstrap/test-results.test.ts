import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPlaywright, readVitest, summary, vitestRows, whatFailed } from './test-results.js';

let place: string;

beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'test-results-'));
});

afterEach(() => rmSync(place, { recursive: true }));

function report(content: object): string {
  const file = path.join(place, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const root = path.resolve(import.meta.dirname, '..', '..');
const inCheckout = (file: string): string => path.join(root, file);
const ended = (status: string, fullName = '', failureMessages: string[] = []) => ({
  status,
  fullName,
  failureMessages,
});

test('a test file that could not be loaded or prepared counts as a failure, although none of its tests failed', () => {
  const file = report({
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      { name: inCheckout('a.test.ts'), status: 'passed', assertionResults: [ended('passed')] },
      {
        name: inCheckout('b.test.ts'),
        status: 'failed',
        assertionResults: [ended('failed', 'b keeps its word', ['\u001b[31mexpected 1\u001b[39m\n  at line 3'])],
      },
      { name: inCheckout('c.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
      {
        name: inCheckout('d.test.ts'),
        status: 'failed',
        message: 'beforeAll: no database',
        assertionResults: [ended('skipped', 'd waits in vain')],
      },
    ],
  });
  expect(readVitest(file)).toEqual({
    passed: 3,
    failed: 3,
    skipped: 2,
    failures: [
      'b.test.ts › b keeps its word\n    expected 1\n      at line 3',
      'c.test.ts\n    no such module',
      'd.test.ts\n    beforeAll: no database',
    ],
  });
});

test('an error that no test was blamed for counts as a failure, and is told with its cause', () => {
  const file = report({ numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] });
  const outside = path.join(place, 'outside.json');
  writeFileSync(outside, JSON.stringify(['Unhandled Rejection: the pool has ended\n    at close (pool.ts:7)']));
  expect(readVitest(file, outside)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 0,
    failures: ['outside any test\n    Unhandled Rejection: the pool has ended\n        at close (pool.ts:7)'],
  });
});

function browserTest(title: string, status: string, ...messages: string[]) {
  const results = [{ errors: messages.map((message) => ({ message })) }];
  return { title, file: 'live.e2e.ts', line: 7, tests: [{ projectName: 'rtl', status, results }] };
}

test('an error outside any browser test counts as a failure, and a pass on a second try is told apart', () => {
  const file = report({
    stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 },
    errors: [{ message: 'no system' }],
    suites: [
      {
        specs: [browserTest('opens', 'expected')],
        suites: [
          { specs: [browserTest('flips', 'unexpected', 'timed out'), browserTest('signs', 'flaky', 'was slow')] },
        ],
      },
    ],
  });
  const result = readPlaywright(file);
  expect(result).toEqual({
    passed: 5,
    failed: 2,
    skipped: 2,
    failures: ['outside any test\n    no system', 'rtl › live.e2e.ts:7 › flips\n    timed out'],
    secondTries: ['rtl › live.e2e.ts:7 › signs\n    was slow'],
  });
  expect(whatFailed(result === undefined ? [] : [result])).toBe(
    '\n── passed only on a second try ──\nrtl › live.e2e.ts:7 › signs\n    was slow\n' +
      '\n── failed ──\noutside any test\n    no system\nrtl › live.e2e.ts:7 › flips\n    timed out\n',
  );
});

test('of a long failure the end of the output repeats the beginning, and of a run that went well nothing', () => {
  const message = Array.from({ length: 200 }, (_, line) => `line ${line}`).join('\n');
  const file = report({
    stats: { expected: 0, unexpected: 1, flaky: 0, skipped: 0 },
    errors: [],
    suites: [{ specs: [browserTest('flips', 'unexpected', message)] }],
  });
  const [failure = ''] = readPlaywright(file)?.failures ?? [];
  expect(failure.split('\n')).toHaveLength(27);
  expect(failure.endsWith('    line 24\n    …')).toBe(true);
  expect(whatFailed([{ passed: 5, failed: 0, skipped: 0, failures: [] }])).toBe('');
});

test('without a report the result is unknown', () => {
  expect(readVitest(path.join(place, 'absent.json'))).toBeUndefined();
});

test('the last line mentions skipped tests only if there are any', () => {
  const suites = [
    { passed: 2, failed: 0, skipped: 0 },
    { passed: 3, failed: 1, skipped: 0 },
  ];
  expect(summary(suites)).toBe('5 passed, 1 failed');
  expect(summary([...suites, { passed: 0, failed: 0, skipped: 1 }])).toBe('5 passed, 1 failed, 1 skipped');
});

test('as rows of a proof, every test has its seconds and why it failed; one that was skipped has not passed', () => {
  const file = report({
    testResults: [
      {
        name: '/a/relay.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'a relay publishes', status: 'passed', duration: 1_600, failureMessages: [] },
          { fullName: 'a relay waits', status: 'failed', duration: 20, failureMessages: ['expected 1\n  at line 3'] },
          { fullName: 'a relay rests', status: 'skipped', failureMessages: [] },
        ],
      },
      { name: '/a/broken.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  });
  expect(vitestRows(file)).toEqual([
    { cells: ['a relay publishes', 2], problems: [] },
    { cells: ['a relay waits', 0], problems: ['expected 1'] },
    { cells: ['a relay rests', 0], problems: ['was skipped'] },
    { cells: ['broken.test.ts', 0], problems: ['no such module'] },
  ]);
  expect(vitestRows('/nowhere.json')).toBeUndefined();
});
