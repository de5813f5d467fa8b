import { globSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandNames } from '@onceover/process/command-names';
import { describe, expect, test } from 'vitest';
import { runOperatorCommand } from './commands.ts';

const checkout = fileURLToPath(new URL('../../../', import.meta.url));
/** What a command that is not understood is answered with. */
const USAGE = 'Usage: ';

/** What readers are to replace, and something that they could. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  CONSUMER: 'accounts.usage@1',
  ID: '01999999-9999-7999-8999-999999999999',
  WORD: 'maintenance',
  'PUBLIC-KEY': Buffer.alloc(32, 7).toString('base64'),
  FILE: devNull,
  'checkpoints.ndjson': devNull,
};

/** Operators' commands as documents name them: in lines of shell whole, in sentences at least up to their name. */
function documented(isShell: boolean): readonly string[] {
  const files = globSync(['*.md', 'docs/*.md', '{infra,services,packages}/*/README.md'], { cwd: checkout });
  const found = files.flatMap((file) => {
    const pieces = readFileSync(path.join(checkout, file), 'utf8').split('```');
    const shell = pieces.filter((_, at) => at % 2 === 1).join('\n');
    const sentences = [
      ...pieces
        .filter((_, at) => at % 2 === 0)
        .join('\n')
        .matchAll(/`([^`]+)`/g),
    ];
    return isShell ? shell.split('\n') : sentences.map(([, code = '']) => code.replaceAll('\n', ' '));
  });
  const pattern = new RegExp(String.raw`npm run (?<command>(?:${commandNames.join('|')}) -- [^#<>|;]*[^#<>|;\s])`);
  return [...new Set(found.flatMap((line) => pattern.exec(line)?.groups?.command ?? []))].filter(
    (command) => !/…|, /.test(command),
  );
}

/** Whether the command line knows what was typed. Nothing is opened, and a file may be refused for what it holds. */
async function isUnderstood(command: string, more: readonly string[] = []): Promise<boolean> {
  const [name = '', , ...rest] = command.split(/\s+/);
  const at = rest.indexOf('--env');
  const words = at === -1 ? rest : rest.toSpliced(at, 2);
  const argv = [name, ...words.map((word) => PLACEHOLDERS[word] ?? word), ...more];
  const understood = new Error('understood');
  const lines: string[] = [];
  const open = () => Promise.reject(understood);
  const config = () => {
    throw understood;
  };
  try {
    const code = await runOperatorCommand(argv, { config, open, write: (line) => void lines.push(line) });
    return code === 0 || !lines.join('\n').includes(USAGE);
  } catch (error) {
    if (error !== understood) throw error;
    return true;
  }
}

describe('commands of operators that documents name are those that there are', () => {
  test.each(documented(true))('in a line of shell: npm run %s', async (command) => {
    expect(await isUnderstood(command)).toBe(true);
  });

  test.each(documented(false))('in a sentence: npm run %s', async (command) => {
    expect((await isUnderstood(command)) || (await isUnderstood(command, ['--help']))).toBe(true);
  });

  test('what is not there is not understood', async () => {
    expect(await isUnderstood('keys -- confirm-loss --restore')).toBe(false);
    expect(await isUnderstood('events -- skip --consumer CONSUMER')).toBe(false);
  });
});
