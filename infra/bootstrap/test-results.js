import fs from 'node:fs';
import path from 'node:path';
import { root } from './project.js';

/** As many lines of a failure as tell its cause; the whole stands further up, where the test ran. */
const LINES_OF_FAILURE = 25;
const OUTSIDE = 'outside any test';
// biome-ignore lint/suspicious/noControlCharactersInRegex: what colours a terminal begins with one.
const COLOURS = /\u001b\[[0-9;]*m/g;

/**
 * What a suite's machine-readable report says: `{ passed, failed, skipped, failures }`, or undefined without a report. `outside` has
 * the errors that no test was blamed for; each counts as a failure.
 */
export function readVitest(file, outside) {
  const report = readJson(file);
  if (report === undefined) return undefined;
  const errors = (outside && readJson(outside)) || [];
  // A file that could not be loaded, or whose preparations failed, has no test that failed.
  const broken = report.testResults.filter(
    (suite) => suite.status === 'failed' && suite.assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length + errors.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...errors.map((error) => failure([OUTSIDE], error)),
      ...report.testResults.flatMap((suite) => [
        ...(broken.includes(suite) ? [failure([relative(suite.name)], suite.message)] : []),
        ...suite.assertionResults
          .filter((test) => test.status === 'failed')
          .map((test) => failure([relative(suite.name), test.fullName.trim()], test.failureMessages?.join('\n'))),
      ]),
    ],
  };
}

/** A row for each test, as a proof shows it; undefined without a report. A test that was skipped proves nothing. */
export function vitestRows(file) {
  const report = readJson(file);
  if (report === undefined) return undefined;
  return report.testResults.flatMap(({ name, status, message, assertionResults: tests }) => {
    if (tests.length === 0 && status === 'failed') return [{ cells: [path.basename(name), 0], problems: [message] }];
    return tests.map(({ fullName, status: how, duration, failureMessages }) => ({
      cells: [fullName.trim(), Math.round((duration || 0) / 1000)],
      problems: how === 'passed' ? [] : [failureMessages?.[0]?.split('\n')[0] || `was ${how}`],
    }));
  });
}

/** A pass on a second try is reported separately, because it hides a fault. */
export function readPlaywright(file) {
  const report = readJson(file);
  if (report === undefined) return undefined;
  const { expected, unexpected, flaky, skipped } = report.stats;
  const tests = report.suites.flatMap(specsWithin).flatMap((spec) => spec.tests.map((test) => ({ spec, test })));
  const told = (status) =>
    tests
      .filter(({ test }) => test.status === status)
      .map(({ spec, test }) => {
        const errors = test.results.flatMap((result) => result.errors.map((error) => error.message));
        return failure([test.projectName, `${spec.file}:${spec.line}`, spec.title], errors.join('\n'));
      });
  return {
    passed: expected + flaky,
    failed: unexpected + report.errors.length,
    skipped,
    failures: [...report.errors.map((error) => failure([OUTSIDE], error.message)), ...told('unexpected')],
    ...(flaky > 0 ? { secondTries: told('flaky') } : {}),
  };
}

function specsWithin(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsWithin)];
}

function relative(file) {
  return path.relative(root, file);
}

function failure(names, message = 'gave no reason') {
  const lines = message.replace(COLOURS, '').trimEnd().split('\n').filter(isOurs);
  const shown = lines.slice(0, LINES_OF_FAILURE).map((line) => `    ${line}`);
  return [names.join(' › '), ...shown, ...(lines.length > shown.length ? ['    …'] : [])].join('\n');
}

/** The frames of a runner's own code say nothing of the cause. */
function isOurs(line) {
  return !/^\s+at .*node_modules/.test(line);
}

/**
 * What the end of the output repeats: each test that failed and why, as a run may be seen by its last lines alone. Empty
 * when all went well at the first try.
 */
export function whatFailed(results) {
  const part = (title, told) => (told.length > 0 ? [`\n── ${title} ──\n`, ...told.map((text) => `${text}\n`)] : []);
  return [
    ...part(
      'passed only on a second try',
      results.flatMap((result) => result.secondTries ?? []),
    ),
    ...part(
      'failed',
      results.flatMap((result) => result.failures),
    ),
  ].join('');
}

/** The total of all suites, as the last line of the output. */
export function summary(results) {
  const sum = (field) => results.reduce((total, result) => total + result[field], 0);
  const line = `${sum('passed')} passed, ${sum('failed')} failed`;
  return sum('skipped') > 0 ? `${line}, ${sum('skipped')} skipped` : line;
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
