import { readFile } from 'node:fs/promises';
import { type RedisAddress, RedisUnreadable, readRedisAddress } from '@onceover/redis-kit/reader';
import {
  Argument,
  CommandRefused,
  hideWhatWasTyped,
  Option,
  parsedBy,
  runCommand,
  type WriteLine,
} from '@onceover/service-kit/command-line';
import { z } from 'zod';
import { type Destination, moveIn } from './move-in.ts';
import { type LayoutName, layoutNames, openOnetimeServer } from './onetime-server.ts';
import { createReport } from './report.ts';

export interface ImportDependencies {
  /** Asked once a command was understood. `stack` closes what it opens. */
  readonly open: (stack: AsyncDisposableStack) => Promise<Destination>;
  readonly write: WriteLine;
}

interface Options {
  readonly apply?: boolean;
  readonly colonels?: boolean;
  readonly siteSecretFile?: string;
  readonly passwordFile?: string;
  readonly layout?: LayoutName;
}

const STILL_THERE =
  'The other server can still open the secrets that were taken: switch it off before anybody uses a link here, or they open twice.';

const redisAddress = z.string().transform((text, context): RedisAddress => {
  const read = readRedisAddress(text);
  if (typeof read !== 'string') return read;
  context.addIssue(read);
  return z.NEVER;
});

/**
 * Moves accounts, domains, private links and secrets here from another server, which is only read. Gives the exit code.
 *
 * Shape    0 done, 1 refused, 2 not understood
 * @NOTE    The address of the Redis may have a password: nothing that was typed is shown again.
 */
export function runImportCommand(argv: readonly string[], deps: ImportDependencies): Promise<number> {
  return runCommand('npm run import --', argv, deps.write, (program) => {
    hideWhatWasTyped(program, argv);
    program
      .command('onetime')
      .description('moves here from a server of Onetime Secret; without --apply it only says what would be moved')
      .addArgument(new Argument('<redis>', 'its Redis, like redis://127.0.0.1:6379').argParser(parsedBy(redisAddress)))
      .option('--apply', 'moves, and does not only look')
      .option('--site-secret-file <file>', 'file with the SECRET of that server, by which secrets are opened')
      .option('--password-file <file>', 'file with the password of that Redis, which others could read in the address')
      .option('--colonels', 'colonels stay colonels; they have rights once they turn two-step sign-in on')
      .addOption(new Option('--layout <version>', 'how it stores things, where both are there').choices(layoutNames))
      .action((address: RedisAddress, options: Options) => importOnetime(address, options, deps));
  });
}

async function importOnetime(
  address: RedisAddress,
  { apply = false, colonels = false, siteSecretFile, passwordFile, layout }: Options,
  { open, write }: ImportDependencies,
): Promise<void> {
  const siteSecret = siteSecretFile === undefined ? null : await textIn(siteSecretFile, 'site secret');
  const given = passwordFile === undefined ? {} : { password: await textIn(passwordFile, 'password') };
  await using stack = new AsyncDisposableStack();
  const report = createReport(write);
  const destination = await open(stack);
  const server = await readable('', () => openOnetimeServer({ ...address, ...given }, layout ?? null, stack));
  const wish = { isForReal: apply, takesColonels: colonels };
  await readable(' Run the command again: it goes on where it stopped.', () =>
    moveIn({ server, destination, report, siteSecret, ...wish }),
  );
  for (const line of report.summary()) write(line);
  write(apply ? 'Moved.' : 'Nothing was changed. With --apply this is what is done.');
  if (apply && report.hereNow('secret') > 0) write(STILL_THERE);
}

/** A Redis that cannot be read is told to whoever typed its address. */
async function readable<Value>(advice: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RedisUnreadable ? new CommandRefused(`${error.message}.${advice}`) : error;
  }
}

async function textIn(file: string, what: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandRefused(`The file with the ${what} cannot be read.`);
  });
  const secret = text.trim();
  if (secret === '') throw new CommandRefused(`The file with the ${what} is empty.`);
  return secret;
}
