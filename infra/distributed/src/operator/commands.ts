import { accountWith, runAccountsCommand } from '@onceover/accounts/cli';
import { openAuditHistory, runAuditCommand } from '@onceover/audit/cli';
import { watermarkAge } from '@onceover/event-bus';
import { runEventsCommand, runRebuildCommand } from '@onceover/event-bus/cli';
import { runImportCommand } from '@onceover/moving-in/cli';
import { runMailCommand, runPartnersCommand, TRY_AGAIN } from '@onceover/notifications/cli';
import { runBackupCommand } from '@onceover/process/backup-command';
import { type CommandName, commandNames } from '@onceover/process/command-names';
import { CONFIRM_RESTORED, runKeysCommand } from '@onceover/process/keys-command';
import { processLog } from '@onceover/process/product';
import { commandProblems } from '@onceover/process/start-problem';
import type { LogName } from '@onceover/schema/events/logs';
import { logCallsOf } from '@onceover/schema/internal/log-history';
import { operatorReasons } from '@onceover/schema/operator-reasons';
import type { WriteLine } from '@onceover/service-kit/command-line';
import { logHistoryBy } from '@onceover/service-shell/log-calls';
import { backupPlace } from './backup-place.ts';
import { type CommandServices, commandServices } from './command-services.ts';
import type { SettingsPlace } from './environments.ts';
import { importDestination } from './import-place.ts';
import { keysCommandPlace } from './keys-place.ts';
import { partnerAccess } from './partner-access.ts';

interface CommandLine {
  /** The command and its words, such as `['events', 'status']`. */
  readonly argv: readonly string[];
  readonly at: SettingsPlace;
  readonly env: NodeJS.ProcessEnv;
  readonly write: WriteLine;
}

/**
 * `npm run accounts|events|rebuild|audit|mail|partners|import|keys|backup -- --env PATH …` beside services that run apart, or the same words after the name of
 * one of their processes, with its settings. Gives the exit code.
 */
export async function runCommandLine({ argv, at, env, write }: CommandLine): Promise<number> {
  const [name = '', ...rest] = argv;
  try {
    await using stack = new AsyncDisposableStack();
    let services: CommandServices | undefined;
    // What was mistyped opens nothing.
    const open = () => (services ??= commandServices({ at, env }, { log: processLog('command'), stack }));
    const commands = commandsWith(open, rest, write);
    const known = commandNames.find((each) => each === name);
    if (known !== undefined) return await commands[known]();
    for (const each of commandNames)
      write(typeof at === 'string' ? `npm run ${each} -- --env ${at} --help` : `${each} --help`);
    return 2;
  } catch (error) {
    for (const problem of commandProblems(error)) process.stderr.write(`${problem}\n`);
    // A mail server hands in again what could not be recorded, whatever was in the way.
    return name === 'mail' && rest[0] === 'bounce' ? TRY_AGAIN : 1;
  }
}

function commandsWith(
  open: () => CommandServices,
  rest: readonly string[],
  write: WriteLine,
): Readonly<Record<CommandName, () => Promise<number>>> {
  const consumers = () => consumersOf(open());
  const keysCommand = (argv: readonly string[]) =>
    runKeysCommand(argv, { open: () => keysCommandPlace(open(), write), write });
  return {
    accounts: () => runAccountsCommand(rest, { open: async () => await taken(open().accounts()), write }),
    events: () => runEventsCommand(rest, { open: consumers, write, words }),
    rebuild: () => runRebuildCommand(rest, { open: consumers, write }),
    audit: () => runAuditCommand(rest, { open: async () => auditPlace(await taken(open().audit())), write }),
    mail: () => {
      const place = async () => await taken(open().notifications());
      return runMailCommand(rest, { open: place, write, input: process.stdin });
    },
    partners: () => {
      const notifications = async () => await taken(open().notifications());
      const accountOf = async (email: string) => await accountWith(email, await taken(open().accounts()));
      return runPartnersCommand(rest, { open: notifications, accountOf, access: partnerAccess(notifications), write });
    },
    import: () => runImportCommand(rest, { open: (stack) => importDestination(open(), stack), write }),
    keys: () => keysCommand(rest),
    backup: () => {
      const confirmRestored = () => keysCommand(CONFIRM_RESTORED);
      return runBackupCommand(rest, { open: () => backupPlace(open(), confirmRestored), write });
    },
  };
}

const words = { reasons: operatorReasons, givenUp: 'emails that could not be sent' };

/** Commands that work on data need the right keys and the newest tables. */
async function taken<Service extends { take(): Promise<void> }>(opening: Promise<Service>): Promise<Service> {
  const service = await opening;
  await service.take();
  return service;
}

async function consumersOf(services: CommandServices) {
  const opened = await Promise.all(services.names.map(async (name) => await taken<Taken>(services[name]())));
  const tools = [];
  for (const name of services.names) tools.push(await services.tools(name));
  const ages = async () => await Promise.all(opened.map(({ database }) => watermarkAge(database)));
  return { services: tools, watermarkAge: async () => Math.max(...(await ages())) };
}

type Taken = Pick<Awaited<ReturnType<CommandServices['audit']>>, 'take' | 'database'>;

/** The trail is here; the logs that it was made of are asked of their owners. */
function auditPlace({ config, database, ask, logs }: Awaited<ReturnType<CommandServices['audit']>>) {
  return {
    config,
    database,
    shardOf: logs.shardOf,
    historyOf: async (log: LogName, stack: AsyncDisposableStack) =>
      log === 'audit' ? await openAuditHistory(database, stack) : logHistoryBy(ask, logCallsOf(log)),
  };
}
