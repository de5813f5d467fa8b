import { type Command, CommanderError } from 'commander';
import { burn } from './commands/burn.ts';
import { events } from './commands/events.ts';
import { list } from './commands/list.ts';
import { open } from './commands/open.ts';
import { generate, share } from './commands/share.ts';
import { listProfiles, signIn, signOut } from './commands/sign-in.ts';
import { status } from './commands/status.ts';
import { completionScript } from './completion.ts';
import { exitCodes, type Failure, failureOf, usage } from './failure.ts';
import { createProgram } from './program.ts';
import type { World } from './world.ts';

/** Runs one command line and resolves with its exit code. `argv` is without node and the file. */
export async function run(argv: readonly string[], world: World): Promise<number> {
  let help = '';
  const program = programOf(world, (text) => {
    help += text;
  });
  try {
    await parse(program, argv);
    await world.output.print(help);
    return exitCodes.done.code;
  } catch (error) {
    const failure = error instanceof CommanderError ? misused(error) : failureOf(error, 'The server');
    say(failure, argv.includes('--json'), world);
    return exitCodes[failure.reason].code;
  }
}

/** Help and version end in an error, too, which is none. */
async function parse(program: Command, argv: readonly string[]): Promise<void> {
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
  }
}

function programOf(world: World, writeHelp: (text: string) => void): Command {
  const program: Command = createProgram(
    {
      share: (options) => share(world, options),
      open: (link, options) => open(world, link, options),
      burn: (link, options) => burn(world, link, options),
      status: (link, options) => status(world, link, options),
      generate: (options) => generate(world, options),
      list: (options) => list(world, options),
      events: (options) => events(world, options),
      login: (options) => signIn(world, options),
      logout: (options) => signOut(world, options),
      profiles: (options) => listProfiles(world, options),
      completion: (shell) => world.output.print(completionScript(shell, program)),
    },
    world.version,
  );
  // What is wrong is said below, in our words: commander repeats what was typed, and that may be a secret.
  const quiet = { writeOut: writeHelp, writeErr: () => {}, outputError: () => {} };
  for (const command of [program, ...program.commands]) command.configureOutput(quiet);
  return program;
}

const NEVER_AN_ARGUMENT =
  'A secret is never an argument: the history of the shell and the list of processes would keep it. Pipe it in, use --file, or type it at the prompt.';

/** Says what is wrong without what was typed. */
function misused({ code, message }: CommanderError): Failure {
  const command = /for '([a-z]+)'/.exec(message)?.[1];
  const [option] = /--[a-z-]+(?= <)/.exec(message) ?? [];
  if (code === 'commander.excessArguments') {
    return usage(command === 'share' || command === 'generate' ? NEVER_AN_ARGUMENT : 'There are too many arguments.');
  }
  if (code === 'commander.missingArgument')
    return usage('The link is missing. Give the link, or - to read it from standard input.');
  if (code === 'commander.optionMissingArgument') return usage(`The option ${option ?? ''} needs a value.`);
  if (code === 'commander.invalidArgument') {
    const why = /is invalid\. (.*)$/s.exec(message)?.[1] ?? '';
    return usage(`The value of ${option ?? 'the option'} is not understood. ${why}`.trimEnd());
  }
  if (code === 'commander.unknownOption') return usage('There is no such option. See: onceover --help');
  if (code === 'commander.unknownCommand') return usage('There is no such command. See: onceover --help');
  return usage('A command is missing. See: onceover --help');
}

function say({ reason, code, message }: Failure, isJson: boolean, { output }: World): void {
  if (reason === 'brokenPipe') return;
  output.tell(isJson ? JSON.stringify({ error: { code, message } }) : `onceover: ${message}`);
}
