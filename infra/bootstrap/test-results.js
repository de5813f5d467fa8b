import fs from 'node:fs';
import path from 'node:path';

/** What a suite's machine-readable report says: `{ passed, failed, skipped }`, or undefined without a report. */
export function readVitest(file) {
  const report = readJson(file);
  if (report === undefined) return undefined;
  // A file that could not be loaded has no tests that could fail.
  const broken = report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
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
  if (flaky > 0) process.stdout.write(`${flaky} passed only on a second try.\n`);
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped };
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
