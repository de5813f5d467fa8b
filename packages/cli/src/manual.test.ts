import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describedProgram } from './described-program.ts';
import { exitCodes } from './failure.ts';
import { manualPage } from './manual.ts';

test('the manual page says what --help says', () => {
  const written = readFileSync(new URL('../onceover.1', import.meta.url), 'utf8');
  expect(written, 'write it anew: npm run manual -w @onceover/cli').toBe(manualPage(describedProgram()));
});

test('every command, option and exit code is in it', () => {
  const plain = manualPage(describedProgram()).replaceAll('\\-', '-');
  for (const command of describedProgram().commands) {
    expect(plain).toContain(`onceover ${command.name()}`);
    for (const { flags } of command.options) expect(plain).toContain(flags);
  }
  for (const { code, meaning } of Object.values(exitCodes))
    expect(plain).toContain(`${String(code).padEnd(5)}${meaning}`);
});
