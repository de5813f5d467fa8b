import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openAccountsEventTools, openAccountsHistory } from '@onceover/accounts/cli';
import { openAuditHistory } from '@onceover/audit/cli';
import { type RunningSystem, startEmbedded } from '@onceover/embedded';
import { type EmbeddedConfig, loadEmbeddedConfig } from '@onceover/embedded/config';
import type { RebuildParts } from '@onceover/event-bus';
import { type AppendCommand, createPostgresEventStore, LogWatch } from '@onceover/event-store';
import { kafkaClient, partitionIn, withAdmin } from '@onceover/kafka-log';
import { openNotificationsEventTools, openNotificationsHistory } from '@onceover/notifications/cli';
import { openAppPool, withClient } from '@onceover/postgres-kit/app-connection';
import type { PostgresAddress } from '@onceover/postgres-server';
import { checkEventsOf } from '@onceover/schema/events/check-events';
import { type LogName, logNames, logReaderRole, logs } from '@onceover/schema/events/logs';
import { logCallsOf } from '@onceover/schema/internal/log-history';
import { openSecretsHistory } from '@onceover/secrets/cli';
import { askEverywhere } from '@onceover/service-http/connect-service';
import { type AskInternal, createInternalCalls } from '@onceover/service-kit/internal-call';
import { createLogger } from '@onceover/service-kit/logging';
import { type LogAccess, logsInDatabase } from '@onceover/service-shell/log-access';
import { answerLogCalls, logHistoryBy } from '@onceover/service-shell/log-calls';
import { startOwnServer } from '@onceover/testing/database';
import { startOwnKafka } from '@onceover/testing/kafka';
import { startTestRedis } from '@onceover/testing/redis';
import { logsOnKafka, topicOf } from '../backing.ts';
import { type DistributedStack, keysDirOf, startDistributed } from './distributed-stack.ts';

/** A service that has a projection which can be made anew. */
export type Rebuilding = 'accounts' | 'notifications';

/** One of the two profiles, with what its operators work on. */
export interface Profile {
  readonly database: PostgresAddress;
  readonly config: Pick<EmbeddedConfig, 'accounts' | 'audit'>;
  /** A service's consumers, which read the logs as the profile does; `open` closes them. */
  tools(service: Rebuilding, open: AsyncDisposableStack): Promise<RebuildParts>;
  /** The history of a log as its owner tells it to those who check the trail. */
  historyOf(log: LogName, open: AsyncDisposableStack): ReturnType<typeof openAuditHistory>;
  /** Which shard of a log has an event; absent where logs are not divided. */
  readonly shardOf?: RebuildParts['shardOf'];
}

/**
 * The product twice: in the distributed profile, whose logs are told, and in the embedded one with a database of its own, which
 * hears the same logs as it hears its own: by reading them.
 */
export interface BothProfiles extends AsyncDisposable {
  readonly distributed: Profile & DistributedStack;
  readonly embedded: Profile & RunningSystem;
  append(log: LogName, command: AppendCommand): Promise<unknown>;
  /** Removes what is on the topic of a log now, as brokers do with what is old. */
  trim(log: LogName): Promise<void>;
}

const histories = {
  accounts: openAccountsHistory,
  secrets: openSecretsHistory,
  notifications: openNotificationsHistory,
  audit: openAuditHistory,
};

/** Starts both, with these accounts in the tables of each. */
export async function startBothProfiles(accounts: readonly string[]): Promise<BothProfiles> {
  await using stack = new AsyncDisposableStack();
  const directory = mkdtempSync(path.join(tmpdir(), 'onceover-both-'));
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  const server = stack.use(await startOwnServer({ fsync: 'off', full_page_writes: 'off', max_connections: '300' }));
  const [redis, kafka] = await Promise.all([startTestRedis(), startOwnKafka({ nodes: 1 })]);
  stack.use(redis);
  stack.use(kafka);
  const [told, heard] = [await createDatabase(server.address, 'told'), await createDatabase(server.address, 'heard')];
  const brokers = kafka.brokers.join(',');
  const place = { database: told, directory: path.join(directory, 'distributed'), brokers, redis: redis.url };
  const distributed = stack.use(await startDistributed(place));
  const config = configIn(path.join(directory, 'embedded'), path.join(directory, 'embedded', 'keys'));
  const embedded = stack.use(await startEmbedded(config, { database: heard, logsIn: told }));
  for (const database of [told, heard]) await addAccounts(database, accounts);
  const client = kafkaClient({ brokers: kafka.brokers, clientId: 'test' }, createLogger('test'));
  const stores = new Map(logNames.map((log) => [log, storeOf(log, told, stack)]));
  const owned = stack.move();
  return {
    distributed: {
      ...distributed,
      ...overKafka(distributed, { database: told, client, config: configApart(place.directory) }),
    },
    embedded: { ...embedded, ...inDatabase({ database: heard, logsIn: told, config }) },
    append: async (log, command) => stores.get(log)?.execute(command),
    trim: (log) => trimTopic(client, log),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const configIn = (directory: string, keysDir: string) =>
  loadEmbeddedConfig({
    ONCEOVER_PORT: '0',
    ONCEOVER_RATE_LIMITS: 'off',
    ONCEOVER_DATA_DIR: path.join(directory, 'data'),
    ONCEOVER_KEYS_DIR: keysDir,
    ONCEOVER_MAIL_DIR: path.join(directory, 'mail'),
  });

const configApart = (directory: string): Profile['config'] => ({
  accounts: configIn(directory, keysDirOf(directory, 'accounts')).accounts,
  audit: configIn(directory, keysDirOf(directory, 'audit')).audit,
});

async function createDatabase(server: PostgresAddress, database: string): Promise<PostgresAddress> {
  await withClient(server, (client) => client.query(`create database ${database}`));
  return { ...server, database };
}

async function addAccounts(database: PostgresAddress, accounts: readonly string[]): Promise<void> {
  const text = `insert into accounts.account (account_ref, email_hash, plan_id, mail_locale, digest, salt, created)
     select a, uuid_send(a), 'basic', 'en', '', '', clock_timestamp() from unnest($1::uuid[]) a`;
  await withClient(database, (client) => client.query(text, [accounts]));
}

/** As the service writes its log, in a process that tells nobody of it. */
function storeOf(log: LogName, database: PostgresAddress, stack: AsyncDisposableStack) {
  const pool = poolAs(`onceover_${log}`, database, stack);
  return createPostgresEventStore({ pool, schema: log, service: log, check: checkEventsOf(log) });
}

function poolAs(role: string, database: PostgresAddress, stack: AsyncDisposableStack) {
  return stack.adopt(openAppPool(database, { role, name: `test as ${role}`, max: 4 }), (pool) => pool.end());
}

type Client = ReturnType<typeof kafkaClient>;

function trimTopic(client: Client, log: LogName): Promise<void> {
  const { name: topic } = topicOf(log, { prefix: 'onceover', copies: 1 });
  return withAdmin(client, async (admin) => {
    const ends = (await admin.fetchTopicOffsets(topic)).filter(({ low, high }) => low !== high);
    const partitions = ends.map(({ partition, high }) => ({ partition, offset: high }));
    if (partitions.length > 0) await admin.deleteTopicRecords({ topic, partitions });
  });
}

interface Over extends Pick<Profile, 'database' | 'config'> {
  readonly client: Client;
}

/** What the owners of logs tell, they are asked over HTTP. */
function overKafka(running: DistributedStack, { database, config, client }: Over): Profile {
  const askAs = async (name: LogName, open: AsyncDisposableStack): Promise<AskInternal> => {
    const here = createInternalCalls();
    here.register(answerLogCalls(logCallsOf(name), await histories[name](database, open)));
    const connections = await running.askAs(name);
    for (const connection of connections) open.use(connection);
    return askEverywhere(here, connections);
  };
  return {
    database,
    config,
    async tools(service, open) {
      const access = logsOnKafka(client, { prefix: 'onceover', copies: 1 }, await askAs(service, open));
      return await toolsOn(access, { service, database, config }, open);
    },
    shardOf: (log, event) => partitionIn(logs[log as LogName], event),
    historyOf: async (log, open) => logHistoryBy(await askAs('audit', open), logCallsOf(log)),
  };
}

interface InDatabase extends Pick<Profile, 'database' | 'config'> {
  readonly logsIn: PostgresAddress;
}

function inDatabase({ database, logsIn, config }: InDatabase): Profile {
  return {
    database,
    config,
    async tools(service, open) {
      const access = logsInDatabase(poolAs(logReaderRole, logsIn, open), new LogWatch());
      return await toolsOn(access, { service, database, config }, open);
    },
    historyOf: (log, open) => histories[log](logsIn, open),
  };
}

interface ToolsPlace extends Pick<Profile, 'database' | 'config'> {
  readonly service: Rebuilding;
}

async function toolsOn(
  access: LogAccess,
  { service, database, config }: ToolsPlace,
  open: AsyncDisposableStack,
): Promise<RebuildParts> {
  const backing = { database, logs: access };
  return service === 'accounts'
    ? await openAccountsEventTools(config.accounts, backing, open)
    : await openNotificationsEventTools(backing, open);
}
