import path from 'node:path';
import { openAccountsEventTools, runAccountsCommand } from '@onceover/accounts';
import { openAuditEventTools, runAuditCommand, verifyExportCommand } from '@onceover/audit';
import { watermarkAge } from '@onceover/event-bus';
import {
  type EventsCommandDeps,
  type RebuildParts,
  runEventsCommand,
  runRebuildCommand,
} from '@onceover/event-bus/cli';
import { openNotificationsEventTools, runMailCommand, TRY_AGAIN } from '@onceover/notifications';
import { findRunningServer, type PostgresAddress, startPostgresServer } from '@onceover/postgres-server';
import { openSecretsEventTools } from '@onceover/secrets';
import './logger.ts';
import type { CommandPlace } from './command-place.ts';
import { type EmbeddedConfig, loadEmbeddedConfig } from './config.ts';
import { addressFrom, databaseName, migrateAll } from './database.ts';
import { runKeys } from './keys-command.ts';
import { startProblem } from './start-problem.ts';
import { takeKeys } from './take-keys.ts';

const usage = `npm run accounts -- make-colonel|remove-colonel|end-sessions|remove-two-step EMAIL
npm run accounts -- grant-plan EMAIL PLAN
npm run events -- status
npm run events -- skip …
npm run events -- dlq list|show|retry|discard …
npm run events -- replay …
npm run rebuild -- NAME
npm run audit -- verify|verify-export|export|checkpoints|recount …
npm run mail -- bounce < message.eml
npm run mail -- allow EMAIL
npm run keys -- status|confirm-loss|confirm-move|rotate-kek`;

/** `npm run accounts|events|rebuild|audit|mail|keys -- …`, beside a running server or without one. Gives the exit code. */
export async function runCommandLine(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const write = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    // Whoever was given a file needs neither a database nor keys.
    if (argv[0] === 'audit' && argv[1] === 'verify-export') return await verifyExportCommand(argv.slice(2), write);
    const config = loadEmbeddedConfig(env);
    await using stack = new AsyncDisposableStack();
    return await runCommand(argv, { config, database: await openCommandDatabase(config, stack), write });
  } catch (error) {
    const problem = startProblem(error, { host: '', port: 0 });
    process.stderr.write(`${problem ?? (error instanceof Error ? error.message : String(error))}\n`);
    // A mail server hands in again what could not be recorded, whatever was in the way.
    return argv[0] === 'mail' && argv[1] === 'bounce' ? TRY_AGAIN : 1;
  }
}

/**
 * What operators do from the command line: `accounts|events|rebuild|audit|mail|keys …`. Gives the exit code: 0 done,
 * 1 refused, 2 not understood.
 */
export async function runCommand(argv: readonly string[], place: CommandPlace): Promise<number> {
  const [name, ...rest] = argv;
  const { config, database, write } = place;
  if (name !== undefined && onData.has(name)) {
    await takeKeys(config, database);
    await migrateAll(database);
  }
  if (name === 'accounts') return await runAccountsCommand(rest, { config: config.accounts, database, write });
  if (name === 'audit') return await runAuditCommand(rest, { config: config.audit, database, write });
  if (name === 'mail') {
    return await runMailCommand(rest, { config: config.notifications, database, write, input: process.stdin });
  }
  if (name === 'events') return await withConsumers(place, (deps) => runEventsCommand(rest, deps));
  if (name === 'rebuild') return await withConsumers(place, (deps) => runRebuildCommand(rest, deps));
  if (name === 'keys') return await runKeys(rest, place);
  write(usage);
  return 2;
}

/** Commands that work on data need the right keys and the newest tables. */
const onData: ReadonlySet<string> = new Set(['accounts', 'events', 'rebuild', 'audit', 'mail']);

async function withConsumers(
  { config, database, write }: CommandPlace,
  run: (deps: EventsCommandDeps<RebuildParts>) => Promise<number>,
): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const services = [
    await openSecretsEventTools(database, stack),
    await openAccountsEventTools(config.accounts, database, stack),
    await openNotificationsEventTools(database, stack),
    await openAuditEventTools(database, stack),
  ];
  return await run({ services, print: write, watermarkAge: () => watermarkAge(database) });
}

/** The configured database: the one of a running `npm start` on the same data, or a server started for the command. */
async function openCommandDatabase(config: EmbeddedConfig, stack: AsyncDisposableStack): Promise<PostgresAddress> {
  if (config.embedded.databaseUrl !== '') return addressFrom(config.embedded.databaseUrl);
  const place = { dataDir: path.join(path.resolve(config.embedded.dataDir), 'postgres'), database: databaseName };
  const running = findRunningServer(place);
  if (running !== undefined) return running;
  return stack.use(await startPostgresServer(place)).address;
}
