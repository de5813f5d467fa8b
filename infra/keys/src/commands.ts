import { askHealth, fewSettings } from '@onceover/process/health';
import { commaSeparated, wholeNumber } from '@onceover/schema/settings';
import { CommandRefused, parsedBy, runCommand, type WriteLine } from '@onceover/service-kit/command-line';
import { ConfigError, loadConfig } from '@onceover/service-kit/config';
import { UnsafeKeys, WrongKeysDirectory } from '@onceover/service-kit/keys-directory';
import { z } from 'zod';
import { AuditBroken, type AuditHead } from './audit/audit-log.ts';
import { verifyAudit } from './audit/verify-audit.ts';
import { keyStoreConfig, READY_HOST } from './config.ts';
import { confirmStoreMove } from './store-identity.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** `npm run key-store -- …`. Gives the exit code: 0 done, 1 refused, 2 not understood; null where the store was started. */
export async function runKeyStoreCommand(
  argv: readonly string[],
  env: Environment,
  { write, start }: { readonly write: WriteLine; readonly start: () => Promise<void> },
): Promise<number> {
  return await runCommand('npm run key-store --', argv, write, (program) => {
    program.command('start', { isDefault: true }).description('runs the key store').action(start);
    program
      .command('certificates')
      .description('makes an authority, a certificate of the store, and one of each client')
      .argument('<directory>', 'where they are written; what is there is never replaced')
      .option('--server <names>', 'names and addresses of the store, between commas', parsedBy(commaSeparated), [])
      .option('--client <names>', 'names of clients, between commas', parsedBy(commaSeparated), [])
      .option('--days <days>', 'how long they are valid', parsedBy(wholeNumber(1, 825)), 397)
      .action(spoken((directory: string, options: CertificateOptions) => certificates(directory, options, write)));
    program
      .command('verify-audit')
      .description('checks that every entry follows from the one before it')
      .option('--kept <head>', 'an end that was noted before, such as 812:5f0c…', parsedBy(keptHead))
      .action(spoken(({ kept = null }: { kept?: AuditHead | null }) => showAudit(directoryIn(env), kept, write)));
    program
      .command('health')
      .description('says whether the key store that runs with the same settings is ready; exit code 0 or 1')
      .action(spoken(() => showHealth(env, write)));
    program
      .command('confirm-move')
      .description('the store was moved here, and will not run in its old place again')
      .action(spoken(() => confirmMove(env, write)));
  });
}

interface CertificateOptions {
  readonly server: readonly string[];
  readonly client: readonly string[];
  readonly days: number;
}

const keptHead = z
  .string()
  .regex(/^\d{1,15}:[0-9a-f]{64}$/, 'Write what verify-audit printed, such as 812:5f0c…')
  .transform((text): AuditHead => {
    const [n = '', hash = ''] = text.split(':');
    return { n: Number(n), hash };
  });

async function certificates(directory: string, options: CertificateOptions, write: WriteLine): Promise<void> {
  const { CertificateProblem, makeCertificates } = await import('./certificates.ts');
  const { server: servers, client: clients, days } = options;
  try {
    for (const file of await makeCertificates({ directory, servers, clients, days, now: new Date() })) write(file);
  } catch (error) {
    throw error instanceof CertificateProblem ? new CommandRefused(error.message) : error;
  }
  write('Keep ca.key away from the store and its clients: it is needed only to make more certificates.');
}

async function showAudit(directory: string, kept: AuditHead | null, write: WriteLine): Promise<void> {
  const { entries, first, last, problems } = await verifyAudit(directory, kept);
  for (const problem of problems) write(`BROKEN: ${problem}`);
  write(`${entries} entries${first === null ? '' : `, from number ${first.n} of ${first.at}`}.`);
  write(`Note the end, and check with --kept that it stays: ${last.n}:${last.hash}`);
  if (problems.length > 0) throw new CommandRefused('The audit is not as it was written.');
}

async function confirmMove(env: Environment, write: WriteLine): Promise<void> {
  const { config } = loadConfig({ config: keyStoreConfig }, env);
  const { id } = await confirmStoreMove(config);
  write(`The key store is here now, as ${id}. In its old place it is refused from the next start of secrets on.`);
}

async function showHealth(env: Environment, write: WriteLine): Promise<void> {
  const { isReady, reason = 'unknown' } = await askHealth(() => {
    const { readyPort: port } = fewSettings({ readyPort: keyStoreConfig.readyPort }, env);
    if (port === undefined)
      throw new ConfigError([
        'the key store answers health checks on a port of its own: set ONCEOVER_KEY_STORE_READY_PORT',
      ]);
    return { host: READY_HOST, port };
  });
  if (!isReady) throw new CommandRefused(`not ready: ${reason}`);
  write('ready');
}

/** Of all settings only the directory is needed, also where no certificate was made yet. */
function directoryIn(env: Environment): string {
  const { directory } = keyStoreConfig;
  return loadConfig({ config: { directory } }, { ONCEOVER_KEY_STORE_DIR: env.ONCEOVER_KEY_STORE_DIR }).config.directory;
}

/** Refuses with what was written for the person at the terminal. */
function spoken<Arguments extends readonly unknown[]>(work: (...given: Arguments) => Promise<void>) {
  return async (...given: Arguments): Promise<void> => {
    try {
      await work(...given);
    } catch (error) {
      const isSpoken = [ConfigError, UnsafeKeys, WrongKeysDirectory, AuditBroken].some((each) => error instanceof each);
      throw isSpoken && error instanceof Error ? new CommandRefused(error.message) : error;
    }
  };
}
