import path from 'node:path';
import { openAccountsHistory, runAccountsCommand } from '@onceover/accounts/cli';
import { openAuditHistory, runAuditCommand } from '@onceover/audit/cli';
import { watermarkAge } from '@onceover/event-bus';
import { runEventsCommand, runRebuildCommand } from '@onceover/event-bus/cli';
import { openNotificationsHistory, runMailCommand, runPartnersCommand, TRY_AGAIN } from '@onceover/notifications/cli';
import { findRunningServer, type PostgresAddress, startPostgresServer } from '@onceover/postgres-server';
import { runBackupCommand } from '@onceover/process/backup-command';
import { type CommandName, commandNames } from '@onceover/process/command-names';
import { addressFrom, ownDatabase } from '@onceover/process/database';
import { CONFIRM_RESTORED, runKeysCommand } from '@onceover/process/keys-command';
import { commandProblems } from '@onceover/process/start-problem';
import { takeKeys } from '@onceover/process/take-keys';
import { operatorReasons } from '@onceover/schema/operator-reasons';
import { openSecretsHistory } from '@onceover/secrets/cli';
import { CommandRefused } from '@onceover/service-kit/command-line';
import './logger.ts';
import { backupPlace } from './backup-place.ts';
import { type CommandDependencies, type CommandPlace, openEventTools } from './command-place.ts';
import { type EmbeddedConfig, keysPlaceOf, lastingKeysHere, loadEmbeddedConfig } from './config.ts';
import { migrateAll } from './database.ts';
import { importDestination } from './import-place.ts';
import { keysCommandPlace } from './keys-place.ts';

/** `npm run accounts|events|rebuild|audit|mail|partners|import|keys|backup -- …`, beside a running server or without one. Gives the exit code. */
export async function runCommandLine(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    await using stack = new AsyncDisposableStack();
    const config = () => loadEmbeddedConfig(env);
    const open = async () => {
      const read = config();
      return { config: read, database: await openCommandDatabase(read, stack) };
    };
    return await runOperatorCommand(argv, { config, open, write: (line) => void process.stdout.write(`${line}\n`) });
  } catch (error) {
    for (const problem of commandProblems(error)) process.stderr.write(`${problem}\n`);
    // A mail server hands in again what could not be recorded, whatever was in the way.
    return argv[0] === 'mail' && argv[1] === 'bounce' ? TRY_AGAIN : 1;
  }
}

/**
 * What operators do from the command line: `accounts|events|rebuild|audit|mail|partners|import|keys|backup …`. Gives the exit code: 0 done,
 * 1 refused, 2 not understood.
 */
export async function runOperatorCommand(
  argv: readonly string[],
  { config, open, write }: CommandDependencies,
): Promise<number> {
  const [name = '', ...rest] = argv;
  await using stack = new AsyncDisposableStack();
  const ready = () => open().then(onData);
  const keysCommand = (words: readonly string[]) =>
    runKeysCommand(words, { open: async () => keysCommandPlace(await open(), { write, stack }), write });
  const consumers = async () => consumersAt(await ready(), stack);
  const commands: Readonly<Record<CommandName, () => Promise<number>>> = {
    accounts: () => runAccountsCommand(rest, { open: async () => ofService(await ready(), 'accounts'), write }),
    events: () => runEventsCommand(rest, { open: consumers, write, words }),
    rebuild: () => runRebuildCommand(rest, { open: consumers, write }),
    audit: () => runAuditCommand(rest, { open: async () => auditAt(await ready()), write }),
    mail: () => {
      const place = async () => ofService(await ready(), 'notifications');
      return runMailCommand(rest, { open: place, write, input: process.stdin });
    },
    partners: () =>
      runPartnersCommand(rest, {
        open: noBrokers,
        accountOf: noBrokers,
        access: { give: noBrokers, take: noBrokers },
        write,
      }),
    import: async () => {
      // It alone reads a Redis: nothing else is made to load what that takes.
      const { runImportCommand } = await import('@onceover/moving-in/cli');
      return await runImportCommand(rest, { open: async (opened) => importDestination(await ready(), opened), write });
    },
    keys: () => keysCommand(rest),
    backup: () => {
      const confirmRestored = () => keysCommand(CONFIRM_RESTORED);
      return runBackupCommand(rest, { open: async () => backupPlace(config(), { open, confirmRestored }), write });
    },
  };
  const known = commandNames.find((each) => each === name);
  if (known !== undefined) return await commands[known]();
  write(commandNames.map((each) => `npm run ${each} -- --help`).join('\n'));
  return 2;
}

/** Here is no Kafka. */
const noBrokers = (): Promise<never> => {
  const refused =
    'Topics of partners are on Kafka, beside services that run apart: name their settings with --env PATH.';
  return Promise.reject(new CommandRefused(refused));
};

const words = { reasons: operatorReasons, givenUp: 'emails that could not be sent' };

/** Commands that work on data need the right keys and the newest tables. */
async function onData(place: CommandPlace): Promise<CommandPlace> {
  await takeKeys({ ...(await keysPlaceOf(place.config)), lastingKeys: lastingKeysHere(place.config) }, place.database);
  await migrateAll(place.database);
  return place;
}

function ofService<Name extends 'accounts' | 'notifications'>({ config, database }: CommandPlace, name: Name) {
  return { config: config[name], database };
}

function auditAt({ config, database }: CommandPlace) {
  const histories = {
    secrets: openSecretsHistory,
    accounts: openAccountsHistory,
    notifications: openNotificationsHistory,
    audit: openAuditHistory,
  };
  const historyOf = (log: keyof typeof histories, stack: AsyncDisposableStack) => histories[log](database, stack);
  return { config: config.audit, database, historyOf };
}

async function consumersAt(place: CommandPlace, stack: AsyncDisposableStack) {
  const services = Object.values(await openEventTools(place, stack));
  return { services, watermarkAge: () => watermarkAge(place.database) };
}

/** The configured database: the one of a running `npm start` on the same data, or a server started for the command. */
async function openCommandDatabase(config: EmbeddedConfig, stack: AsyncDisposableStack): Promise<PostgresAddress> {
  if (config.embedded.databaseUrl !== '') return addressFrom(config.embedded.databaseUrl);
  const place = { dataDir: path.join(path.resolve(config.embedded.dataDir), 'postgres'), database: ownDatabase };
  const running = findRunningServer(place);
  if (running !== undefined) return running;
  return stack.use(await startPostgresServer(place)).address;
}
