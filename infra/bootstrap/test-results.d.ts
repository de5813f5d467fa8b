export interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** A test that failed and why, several lines each. */
  readonly failures: readonly string[];
  /** Browser tests that failed first and passed then, likewise. */
  readonly secondTries?: readonly string[];
}

export interface TestRow {
  /** The name of the test, and its seconds. */
  readonly cells: readonly [string, number];
  readonly problems: readonly string[];
}

export function readVitest(file: string, outside?: string): SuiteResult | undefined;
export function vitestRows(file: string): readonly TestRow[] | undefined;
export function readPlaywright(file: string): SuiteResult | undefined;
export function whatFailed(results: readonly SuiteResult[]): string;
export function summary(results: readonly Pick<SuiteResult, 'passed' | 'failed' | 'skipped'>[]): string;
