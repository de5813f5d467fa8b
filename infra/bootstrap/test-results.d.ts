export interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function readVitest(file: string): SuiteResult | undefined;
export function readPlaywright(file: string): SuiteResult | undefined;
export function summary(results: readonly SuiteResult[]): string;
