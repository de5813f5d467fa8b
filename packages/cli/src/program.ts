import { Command, InvalidArgumentError, Option } from 'commander';
import type { BurnOptions } from './commands/burn.ts';
import type { EventsOptions } from './commands/events.ts';
import type { OpenOptions } from './commands/open.ts';
import type { GenerateOptions, ShareOptions } from './commands/share.ts';
import type { SignInOptions } from './commands/sign-in.ts';
import type { StatusOptions } from './commands/status.ts';
import { shells } from './completion.ts';
import { exitCodes, type Failure } from './failure.ts';
import { isPosition } from './keeping/position-file.ts';
import { parseLifetime } from './lifetime.ts';
import type { ServerOptions } from './world.ts';

/** What each command does. */
export interface Actions {
  share(options: ShareOptions): Promise<void>;
  open(link: string, options: OpenOptions): Promise<void>;
  burn(link: string, options: BurnOptions): Promise<void>;
  status(link: string, options: StatusOptions): Promise<void>;
  generate(options: GenerateOptions): Promise<void>;
  list(options: ServerOptions): Promise<void>;
  events(options: EventsOptions): Promise<void>;
  login(options: SignInOptions): Promise<void>;
  logout(options: ServerOptions): Promise<void>;
  profiles(options: ServerOptions): Promise<void>;
  completion(shell: string): Promise<void>;
}

export const summary = 'Share a secret through a link that opens once, and open one.';

/** Sections after the options, for `--help` and the manual page alike. */
export const sections: readonly { readonly title: string; readonly lines: readonly string[] }[] = [
  {
    title: 'Exit codes',
    lines: Object.values(exitCodes).map(({ code, meaning }) => `${String(code).padEnd(5)}${meaning}`),
  },
  {
    title: 'Environment',
    lines: [
      'ONCEOVER_URL       the server, such as https://once.example',
      'ONCEOVER_PROFILE   the profile to use',
      'XDG_CONFIG_HOME    profiles are kept in onceover below it; default: ~/.config',
      'HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY   as curl reads them',
    ],
  },
  {
    title: 'Examples',
    lines: [
      'onceover login --url https://once.example',
      'pwgen 20 1 | onceover share --ttl 1h --quiet',
      'onceover share --file id_ed25519 --passphrase --recipient tom@example.com',
      'onceover open https://once.example/secret/KEY > id_ed25519',
      'onceover status --watch https://once.example/private/KEY',
      'onceover events --follow --json --state position >> events.ndjson',
    ],
  },
];

/** The command line: names, options and texts. Nothing that is secret has an option or an argument of its own. */
export function createProgram(actions: Actions, version: string): Command {
  const program = new Command('onceover').description(summary).version(version, '-V, --version', 'print the version');
  program.helpOption('-h, --help', 'show this help').helpCommand(false).showSuggestionAfterError(false);
  program.exitOverride();
  program.addHelpText('after', () =>
    sections.map(({ title, lines }) => `\n${title}:\n  ${lines.join('\n  ')}`).join('\n'),
  );
  addSharing(program, actions);
  addOpening(program, actions);
  addAccounts(program, actions);
  program
    .command('completion')
    .description('print the completion script of a shell')
    .argument('<shell>', `one of ${shells.join(', ')}`)
    .action((shell: string) => actions.completion(shell));
  for (const command of program.commands)
    command.copyInheritedSettings(program).helpOption('-h, --help', 'show this help');
  return program;
}

function addSharing(program: Command, actions: Actions): void {
  const share = program
    .command('share')
    .description('share a secret from standard input, a file or a prompt, and print its link')
    .option('-f, --file <path>', 'read the secret from a file, byte for byte; - is standard input');
  withServer(withWishes(share)).action((options: ShareOptions) => actions.share(options));
  const generate = program
    .command('generate')
    .description('have the server generate a password, and print it with its link');
  withServer(withWishes(generate)).action((options: GenerateOptions) => actions.generate(options));
}

function addOpening(program: Command, actions: Actions): void {
  const link = 'share link, or key; - reads it from standard input';
  const open = program.command('open').description('open a secret, once, and print it').argument('<link>', link);
  withServer(withPassphrase(open))
    .option('--raw', 'print control characters on a terminal unchanged')
    .action((given: string, options: OpenOptions) => actions.open(given, options));
  const burn = program
    .command('burn')
    .description('delete a secret unread')
    .argument('<link>', 'private link, or a key that list shows; - reads it from standard input');
  withServer(withPassphrase(burn)).action((given: string, options: BurnOptions) => actions.burn(given, options));
  const status = program
    .command('status')
    .description('show the status of a secret; this changes nothing')
    .argument('<link>', 'private link, share link, or a key that list shows; - reads it from standard input')
    .option('-w, --watch', 'keep asking until the secret was opened, burned or has expired')
    .option('--interval <seconds>', 'seconds between two requests with --watch; default: 5', numberFrom(1, 3600));
  withServer(status).action((given: string, options: StatusOptions) => actions.status(given, options));
}

function addAccounts(program: Command, actions: Actions): void {
  const list = program.command('list').description('list the secrets of the account, of the last 30 days');
  withServer(list).action((options: ServerOptions) => actions.list(options));
  const events = program
    .command('events')
    .description('print what happened to the secrets, emails and domains of the account, oldest first')
    .option('--follow', 'go on with what happens from now on, until the command is stopped')
    .option('--after <position>', 'begin after this position; default: with the oldest event that is kept', position)
    .option('--type <type...>', 'only these types, such as secret.received')
    .option('--limit <number>', 'print at most so many events', numberFrom(1, 1_000_000))
    .option('--state <path>', 'keep the position in this file after each event, and begin with it the next time');
  withServer(events).action((options: EventsOptions) => actions.events(options));
  const login = program
    .command('login')
    .description('keep an API token, from a prompt or standard input')
    .option('--custid <email>', 'the email address of the account')
    .addOption(
      new Option('--store <place>', 'where to keep the token; default: system, if it has a key store').choices([
        'system',
        'file',
      ]),
    )
    .option('--no-check', 'do not ask the server whether it accepts the token');
  withServer(login).action((options: SignInOptions) => actions.login(options));
  const logout = program.command('logout').description('forget the API token of a profile');
  withServer(logout).action((options: ServerOptions) => actions.logout(options));
  const profiles = program.command('profiles').description('list the servers that login has kept');
  profiles
    .option('--json', 'print JSON, an object a line')
    .action((options: ServerOptions) => actions.profiles(options));
}

function withServer(command: Command): Command {
  return command
    .option('-p, --profile <name>', 'the profile to use')
    .option('--url <address>', 'the server, such as https://once.example')
    .option('--anonymous', 'send no API token')
    .option('--timeout <seconds>', 'how long to wait for each answer; default: 30', numberFrom(1, 600))
    .option('--json', 'print JSON')
    .option('-q, --quiet', 'print only what is needed: for a shared secret, its link');
}

function withWishes(command: Command): Command {
  return command
    .option(
      '-t, --ttl <lifetime>',
      'lifetime of the link, such as 30m, 12h or 7d; default: the server decides',
      lifetime,
    )
    .option('-P, --passphrase', 'ask for a passphrase that opens it')
    .option('--passphrase-file <path>', 'read the passphrase from the first line of a file')
    .option('--passphrase-fd <number>', 'read the passphrase from a file descriptor', numberFrom(0, 1023))
    .option('-r, --recipient <email...>', 'email the link to these addresses; needs an account')
    .option('--share-domain <host>', 'use a custom domain of the account')
    .option('--people-only', 'refuse programs, including this command: it opens only in a browser')
    .option('--qr', 'show the link as a QR code')
    .option('--copy', 'copy the link to the clipboard');
}

function withPassphrase(command: Command): Command {
  return command
    .option('--passphrase-file <path>', 'read the passphrase from the first line of a file; default: ask for it')
    .option('--passphrase-fd <number>', 'read the passphrase from a file descriptor', numberFrom(0, 1023));
}

function numberFrom(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < least || number > most) {
      throw new InvalidArgumentError(`Write a whole number from ${least} to ${most}.`);
    }
    return number;
  };
}

function position(text: string): string {
  if (!isPosition(text)) throw new InvalidArgumentError('Write the position that the command printed at its end.');
  return text;
}

function lifetime(text: string): number {
  try {
    return parseLifetime(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Failure).message);
  }
}
