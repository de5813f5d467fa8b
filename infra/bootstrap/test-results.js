import fs from 'node:fs';

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
