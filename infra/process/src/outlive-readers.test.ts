import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const module = JSON.stringify(new URL('./outlive-readers.ts', import.meta.url).href);
/** Goes on writing to whoever reads, and then says on its other way out that it is done. */
const writing = `
  for (let line = 0; line < 50; line += 1) {
    process.stdout.write('a line\\n');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  process.stderr.write('done');`;

test.each([
  ['a command goes on when nobody reads it any more', `(await import(${module})).outliveReaders();`, 'done', 0],
  ['by itself, Node would end it', '', expect.stringContaining('EPIPE'), 1],
])('%s', async (_name, prepare, said, code) => {
  const program = `${prepare}${writing}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const [ended] = await once(child, 'close');
  expect([errors, ended]).toEqual([said, code]);
});
