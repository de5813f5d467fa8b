import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { runMailCommand } from './cli.ts';

test.each([
  [['allow', 'tom@example,com'], 'Write an address like'],
  [['allow', 'tom@example.com', 'tom@example.com'], "too many arguments for 'allow'"],
  [['tom@example.com'], 'unknown command'],
])('%j is answered without the address', async (argv, words) => {
  const lines: string[] = [];
  const open = () => Promise.reject(new TypeError('not to be opened'));
  const write = (line: string) => void lines.push(line);
  expect(await runMailCommand(argv, { open, write, input: Readable.from([]) })).toBe(2);
  const text = lines.join('\n');
  expect(text).toContain(words);
  expect(text).not.toContain('tom@');
});
