import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPlaywright, readVitest, summary, vitestRows } from './test-results.js';

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

test('a test file that could not be loaded counts as a failure, although none of its tests failed', () => {
  const file = report({
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ],
  });
  expect(readVitest(file)).toEqual({ passed: 3, failed: 2, skipped: 2 });
});

test('an error outside any browser test counts as a failure', () => {
  const file = report({
    stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 },
    errors: [{ message: 'no system' }],
  });
  expect(readPlaywright(file)).toEqual({ passed: 5, failed: 2, skipped: 2 });
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
