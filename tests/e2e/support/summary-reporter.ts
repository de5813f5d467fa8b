import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { layoutShiftAnnotation } from './layout-shift.ts';

/** One line per failure and a total at the end; also says what was skipped, and how much each measured page jumped. */
class SummaryReporter implements Reporter {
  #total = 0;
  #passed = 0;
  #startedAt = 0;
  readonly #failed: string[] = [];
  readonly #skipped: string[] = [];
  readonly #layoutShifts: string[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#total = suite.allTests().length;
    this.#startedAt = Date.now();
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const name = test.titlePath().filter(Boolean).join(' › ');
    for (const { type, description } of result.annotations)
      if (type === layoutShiftAnnotation) this.#layoutShifts.push(description ?? '');
    if (result.status === 'skipped') this.#skipped.push(name);
    else if (result.status === test.expectedStatus) this.#passed += 1;
    else {
      this.#failed.push(name);
      console.log(
        `FAILED ${name}\n${result.errors.map(({ message, snippet }) => `${message}\n${snippet ?? ''}`).join('\n')}\n`,
      );
    }
  }

  onError(error: { message?: string }): void {
    console.log(`ERROR ${error.message ?? ''}`);
  }

  onEnd(): void {
    for (const name of this.#failed) console.log(`failed: ${name}`);
    for (const name of this.#skipped) console.log(`skipped: ${name}`);
    for (const figure of this.#layoutShifts.toSorted()) console.log(`layout shift: ${figure}`);
    const seconds = Math.round((Date.now() - this.#startedAt) / 1000);
    console.log(
      `browser tests: ${this.#passed} of ${this.#total} passed, ${this.#failed.length} failed, ${this.#skipped.length} skipped, ${seconds} s`,
    );
  }
}

// biome-ignore lint/style/noDefaultExport: Playwright takes a reporter as the default export of its file
export default SummaryReporter;
