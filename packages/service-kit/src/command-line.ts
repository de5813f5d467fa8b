import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { NamedError } from './errors.ts';

export { Argument, Option } from 'commander';
export type { Command };

/** Why a command does not do what it was asked, for the person who typed it. `exitCode` is 1 unless it says more. */
export class CommandRefused extends NamedError {
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1 }: { readonly exitCode?: number } = {}) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** What was typed fits no command; the usage follows. */
const NOT_UNDERSTOOD = 2;

/** Reads an argument or the value of an option. What the schema refuses is not understood; its message says what to write. */
export function parsedBy<Schema extends z.ZodType>(schema: Schema): (text: string) => z.output<Schema> {
  return (text) => {
    const { success, data, error } = schema.safeParse(text);
    if (success) return data;
    throw new InvalidArgumentError(error.issues.map(({ message }) => message).join(' '));
  };
}

/** A day (its beginning in UTC) or a time with its zone; nothing is guessed. */
export const time = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'Write a time like 2026-11-22 or 2026-11-22T10:00:00Z.')
  .transform((text) => new Date(text));

/** Errors of commands that are added to `program` afterwards show nothing that was typed, except names of commands. */
export function hideWhatWasTyped(program: Command, argv: readonly string[]): void {
  const withoutTyped = (text: string) =>
    argv
      .filter((word) => word !== '' && program.commands.every((command) => command.name() !== word))
      .sort((one, other) => other.length - one.length) // one may be a part of another
      .map((word) => new RegExp(`(?<=[' ])${RegExp.escape(word)}(?=[',.])`, 'g'))
      .reduce((told, typed) => told.replaceAll(typed, '…'), text);
  program.configureOutput({ outputError: (text, write) => write(withoutTyped(text)) });
}

/** Gets what is for the person at the terminal: a line, or several. */
export type WriteLine = (line: string) => void;

/**
 * Runs one of the commands that `define` adds to `name`, such as `npm run audit --`.
 *
 * Shape    returns the exit code: 0 done, 1 or a code of its own where a command threw `CommandRefused`, 2 not understood;
 *          whatever else a command throws is thrown
 */
export async function runCommand(
  name: string,
  argv: readonly string[],
  write: WriteLine,
  define: (program: Command) => void,
): Promise<number> {
  const say = (text: string) => write(text.trimEnd());
  const program = new Command(name)
    .helpCommand(false)
    .showHelpAfterError()
    .exitOverride()
    .configureOutput({ writeOut: say, writeErr: say });
  define(program);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : NOT_UNDERSTOOD;
    if (!(error instanceof CommandRefused)) throw error;
    write(error.message);
    return error.exitCode;
  }
}
