import { expect, test } from 'vitest';
import { z } from 'zod';
import { CommandRefused, parsedBy, runCommand, time } from './command-line.ts';

/** Runs a command line with two commands; gives its exit code and what was written. */
async function run(...argv: string[]) {
  const said: string[] = [];
  const code = await runCommand(
    'npm run boxes --',
    argv,
    (line) => said.push(line),
    (program) => {
      program
        .command('open <box>')
        .description('opens a box')
        .option('--times <n>', 'how often', parsedBy(z.coerce.number('Write a whole number.').int()))
        .action((box: string, { times = 1 }: { times?: number }) => {
          if (box === 'locked') throw new CommandRefused('The box is locked.', { exitCode: 75 });
          if (box === 'broken') throw new TypeError('a fault');
          said.push(`${box} ${times}`);
        });
      program.command('list').action(() => void said.push('none'));
    },
  );
  return { code, said: said.join('\n') };
}

test('a command runs with its arguments and options', async () => {
  expect(await run('open', 'red', '--times', '2')).toEqual({ code: 0, said: 'red 2' });
  expect(await run('list')).toEqual({ code: 0, said: 'none' });
});

test.each([
  [[], 'open [options] <box>  opens a box'],
  [['close'], "unknown command 'close'"],
  [['open'], "missing required argument 'box'"],
  [['open', 'red', 'green'], 'too many arguments'],
  [['open', 'red', '--loud'], "unknown option '--loud'"],
  [['open', 'red', '--times', 'often'], 'Write a whole number.'],
])('%j is not understood: the usage says what to write instead', async (argv, words) => {
  const { code, said } = await run(...argv);
  expect(code).toBe(2);
  expect(said).toContain(words);
  expect(said).toContain('Usage: npm run boxes --');
});

test.each([
  ['2026-11-22', '2026-11-22T00:00:00.000Z'],
  ['2026-11-22T10:00:00Z', '2026-11-22T10:00:00.000Z'],
  ['2026-11-22T10:00:00.250Z', '2026-11-22T10:00:00.250Z'],
  ['2026-11-22T10:00:00+02:00', '2026-11-22T08:00:00.000Z'],
])('the time %s is understood', (text, moment) => {
  expect(parsedBy(time)(text).toISOString()).toBe(moment);
});

test.each([['5'], ['yesterday-3'], ['2026'], ['2026-02-30'], ['11/22/2026'], ['2026-11-22T10:00:00'], ['']])(
  'the time %j is not guessed: the error says what to write',
  (text) => {
    expect(() => parsedBy(time)(text)).toThrow(/^Write a time like 2026-11-22 or 2026-11-22T10:00:00Z\.$/);
  },
);

test('help is no mistake', async () => {
  const { code, said } = await run('open', '--help');
  expect(code).toBe(0);
  expect(said).toContain('Usage: npm run boxes -- open [options] <box>');
});

test('what is refused has its own exit code and words; a fault is thrown', async () => {
  expect(await run('open', 'locked')).toEqual({ code: 75, said: 'The box is locked.' });
  await expect(run('open', 'broken')).rejects.toThrow('a fault');
});
