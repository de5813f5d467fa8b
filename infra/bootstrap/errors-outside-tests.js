import fs from 'node:fs';

/**
 * A reporter of Vitest: writes the errors that no test was blamed for, such as a rejection that nobody handled, to the file that
 * `ERRORS_OUTSIDE_TESTS` names, as a JSON list of texts. Vitest's own report leaves them out.
 */
// biome-ignore lint/style/noDefaultExport: Vitest takes a reporter as the default export of its file
export default class ErrorsOutsideTests {
  onTestRunEnd(_modules, errors) {
    const told = errors.map(
      ({ type, name, message, stack }) => `${type || name || 'Error'}: ${message}\n${stack || ''}`,
    );
    // biome-ignore lint/suspicious/noUndeclaredEnvVars: no task that is cached reads it
    fs.writeFileSync(process.env.ERRORS_OUTSIDE_TESTS, JSON.stringify(told));
  }
}
