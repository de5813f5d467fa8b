export interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface TestRow {
  /** The name of the test, and its seconds. */
  readonly cells: readonly [string, number];
  readonly problems: readonly string[];
}

export function readVitest(file: string): SuiteResult | undefined;
export function vitestRows(file: string): readonly TestRow[] | undefined;
export function readPlaywright(file: string): SuiteResult | undefined;
export function summary(results: readonly SuiteResult[]): string;
