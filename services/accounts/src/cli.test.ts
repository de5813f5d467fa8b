import { expect, test } from 'vitest';
import { runAccountsCommand } from './cli.ts';

test.each([
  [['make-colonel', 'tom@example,com'], 'Write an address like'],
  [['grant-plan', 'tom@example.com', 'tom@example.com'], 'Allowed choices are'],
  [['grant-plan', 'tom@example.com', '--plan=tom@example.com'], 'unknown option'],
  [['end-sessions', 'tom@example.com', 'tom@example.com'], "too many arguments for 'end-sessions'"],
  [['end-sessions', '-tom@example.com'], 'unknown option'],
  [['tom@example.com'], 'unknown command'],
  [['--', "o'tom@example.com"], 'unknown command'],
])('%j is answered without the address', async (argv, words) => {
  const lines: string[] = [];
  const open = () => Promise.reject(new TypeError('not to be opened'));
  expect(await runAccountsCommand(argv, { open, write: (line) => lines.push(line) })).toBe(2);
  const text = lines.join('\n');
  expect(text).toContain(words);
  expect(text).toContain('Usage: npm run accounts --');
  expect(text).not.toContain('tom@');
});
