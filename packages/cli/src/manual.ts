import type { Command } from 'commander';
import { sections } from './program.ts';

/** The manual page `onceover(1)`, made of the commands and texts of `--help`. */
export function manualPage(program: Command): string {
  const commands = program.commands.map((command) => {
    const usage = `.SS ${bold(`onceover ${command.name()}`)} ${escaped(command.usage())}`;
    const rows = command.createHelp().visibleArguments(command);
    const taken = rows.map((argument) => `.TP\n${italic(argument.name())}\n${escaped(argument.description)}.`);
    return [usage, `${sentence(command.description())}`, ...taken, options(command)].join('\n');
  });
  const after = sections.map(
    ({ title, lines }) => `.SH ${title.toUpperCase()}\n.nf\n${lines.map(escaped).join('\n')}\n.fi`,
  );
  return `${[
    '.\\" Generated from the texts of --help: npm run manual -w @onceover/cli',
    '.TH ONCEOVER 1',
    '.SH NAME',
    `onceover \\- ${escaped(program.description().replace(/\.$/, '')).toLowerCase()}`,
    '.SH SYNOPSIS',
    `.B onceover\n${italic('command')} [${italic('options')}]`,
    '.SH DESCRIPTION',
    program.description(),
    '.SH COMMANDS',
    ...commands,
    ...after,
  ].join('\n')}\n`;
}

function options(command: Command): string {
  return command
    .createHelp()
    .visibleOptions(command)
    .map(({ flags, description }) => `.TP\n${bold(flags)}\n${sentence(description)}`)
    .join('\n');
}

function sentence(text: string): string {
  const whole = escaped(text);
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}.`;
}

function bold(text: string): string {
  return `\\fB${escaped(text)}\\fR`;
}

function italic(text: string): string {
  return `\\fI${escaped(text)}\\fR`;
}

/** A line of text: roff reads backslashes, dashes, and a dot or quotation mark at its beginning. */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/, '\\&$&');
}
