import path from 'node:path';
import { startAccounts } from '@onceover/accounts';
import { startAudit } from '@onceover/audit';
import { createDoorbell, type Doorbell, watermarkAge } from '@onceover/event-bus';
import { checkListening, memoryStores, startGateway } from '@onceover/gateway';
import type { RunningService } from '@onceover/graphql-kit/subgraph';
import { startNotifications } from '@onceover/notifications';
import { openAppPool } from '@onceover/postgres-kit/app-connection';
import { checkConnections } from '@onceover/postgres-kit/check-connections';
import { checkServer } from '@onceover/postgres-kit/check-server';
import { refuseLeftBehind } from '@onceover/postgres-kit/schema-release';
import { type PostgresAddress, type PostgresServer, startPostgresServer } from '@onceover/postgres-server';
import { addressFrom, ownDatabase } from '@onceover/process/database';
import type { EventSources } from '@onceover/process/metrics';
import { productVersion, webDist } from '@onceover/process/product';
import { takeKeys } from '@onceover/process/take-keys';
import { openTelemetry } from '@onceover/process/telemetry';
import type { Caller } from '@onceover/schema/caller';
import { ringBells } from '@onceover/schema/events/bells';
import { logNames, logReaderRole } from '@onceover/schema/events/logs';
import { release } from '@onceover/schema/release';
import { startSecrets } from '@onceover/secrets';
import { createBells } from '@onceover/service-kit/bells';
import { OutageError } from '@onceover/service-kit/errors';
import { createInternalCalls } from '@onceover/service-kit/internal-call';
import { allReady, type Readiness } from '@onceover/service-kit/lifecycle';
import { type LogAccess, logsInDatabase } from '@onceover/service-shell/log-access';
import { directoriesOf, type EmbeddedConfig, keysPlaceOf, lastingKeysHere } from './config.ts';
import { connectionNeed, LOG_READERS } from './connection-need.ts';
import { migrateAll } from './database.ts';
import { log } from './logger.ts';

/** What a caller, such as a test, brings along instead of what the configuration says. */
export interface Overrides {
  /** A database that is already there; no PostgreSQL is started then. */
  readonly database?: PostgresAddress;
  /** The database whose logs its services hear. Default: its own. */
  readonly logsIn?: PostgresAddress;
}

/** The whole product in this process; disposing it stops everything in reverse order. */
export interface RunningSystem extends AsyncDisposable {
  /** Where people reach it, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly database: PostgresAddress;
  /** Process id of the embedded PostgreSQL; undefined where the database was brought along. */
  readonly postgresPid: number | undefined;
  /** True when this start made the data. */
  readonly isNew: boolean;
  readiness(): Promise<Readiness>;
  /** Where the metrics are; undefined without a port for them. */
  readonly metricsUrl: string | undefined;
  /** Resolves when every consumer has caught up with its log. */
  drain(): Promise<void>;
}

/**
 * Starts database, services and gateway in one process. The only place that joins services: how many processes there
 * are is a decision of deployment, and no service can tell where it runs.
 *
 * Throws what `startProblem` can explain; whatever was started by then is stopped again.
 */
export async function startEmbedded(config: EmbeddedConfig, given: Overrides = {}): Promise<RunningSystem> {
  await using stack = new AsyncDisposableStack();
  const { dataDir } = directoriesOf(config);
  await checkListening(config.gateway);
  const { telemetry, show } = await openTelemetry(config.embedded, { name: 'onceover', log, stack });
  const { database, server } = await openDatabase(config, given, dataDir, stack);
  await prepare(config, database);
  const calls = createInternalCalls();
  const { bells, ...hearing } = openHearing(given.logsIn ?? database, stack);
  const shared = { database, dataDir, ask: calls.ask, ...hearing, telemetry };
  let origin: string | undefined;
  const siteOrigin = () => {
    if (origin === undefined) throw new OutageError('gateway');
    return origin;
  };
  const services: readonly RunningService<Caller>[] = [
    stack.use(await startAccounts(config.accounts, shared)),
    stack.use(await startSecrets(config.secrets, { ...shared, ...databaseDirOf(dataDir, server) })),
    stack.use(await startNotifications(config.notifications, { ...shared, siteOrigin })),
    stack.use(await startAudit(config.audit, shared)),
  ];
  for (const { internal } of services) calls.register(internal ?? []);
  const readiness = async () => allReady(await Promise.all(services.map((service) => service.ready())));
  const subgraphs = services.map(({ subgraph }) => subgraph);
  const edge = { subgraphs, ask: calls.ask, bells, readiness, telemetry };
  const gateway = stack.use(await startGateway(config.gateway, { ...edge, ...ownParts() }));
  calls.register(gateway.internal);
  origin = gateway.url;
  const metricsUrl = await show({ log, readiness, events: eventsOf(services, database) }, stack);
  const owned = stack.move();
  return {
    url: gateway.url,
    database,
    get postgresPid() {
      return server?.pid;
    },
    isNew: server?.isNew ?? false,
    metricsUrl,
    readiness,
    drain: () => drainAll(services),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** What the gateway has to itself here. */
function ownParts() {
  return { webDist, openStores: memoryStores, version: productVersion() };
}

function eventsOf(services: readonly RunningService<Caller>[], database: PostgresAddress): EventSources {
  return {
    consumers: async () => (await Promise.all(services.map((service) => service.consumers()))).flat(),
    watermarkAge: () => watermarkAge(database),
  };
}

/** Refuses a database that is too small or that these keys do not belong to; then brings every schema up to date. */
async function prepare(config: EmbeddedConfig, database: PostgresAddress): Promise<void> {
  await checkConnections(database, connectionNeed(config));
  await refuseLeftBehind(database, logNames, release);
  await takeKeys({ ...(await keysPlaceOf(config)), lastingKeys: lastingKeysHere(config) }, database);
  await migrateAll(database);
}

/** What this process hears: bells, rung for whatever its services commit, and the logs of all services. */
function openHearing(logsIn: PostgresAddress, stack: AsyncDisposableStack) {
  const [doorbell, bells] = [createDoorbell(), createBells()];
  stack.use(ringBells(doorbell, bells));
  return { doorbell, bells, logs: openLogs(logsIn, doorbell, stack) };
}

/** The logs of all services, read with connections that they share. */
function openLogs(database: PostgresAddress, { watch }: Doorbell, stack: AsyncDisposableStack): LogAccess {
  const connection = { role: logReaderRole, name: 'onceover log reader', max: LOG_READERS };
  return logsInDatabase(
    stack.adopt(openAppPool(database, connection), (open) => open.end()),
    watch,
  );
}

/** Where the embedded database keeps its files; nothing where it is elsewhere. */
function databaseDirOf(dataDir: string, server: PostgresServer | undefined): { readonly databaseDir?: string } {
  return server === undefined ? {} : { databaseDir: path.join(dataDir, 'postgres') };
}

/** What one service does about an event may be news to another: three times round is further than any chain goes. */
async function drainAll(services: readonly RunningService<Caller>[]): Promise<void> {
  for (let round = 0; round < 3; round += 1) for (const service of services) await service.drain();
}

async function openDatabase(
  config: EmbeddedConfig,
  given: Overrides,
  dataDir: string,
  stack: AsyncDisposableStack,
): Promise<{ database: PostgresAddress; server?: PostgresServer }> {
  if (given.database !== undefined) return { database: given.database };
  if (config.embedded.databaseUrl !== '') {
    const database = addressFrom(config.embedded.databaseUrl);
    await checkServer(database);
    return { database };
  }
  const onProgress = (step: string) => {
    if (step === 'lost') log.error('the database stopped unexpectedly and is restarted');
    else log.debug({ step }, 'database state changed');
  };
  const place = { dataDir: path.join(dataDir, 'postgres'), database: ownDatabase };
  const server = stack.use(await startPostgresServer({ ...place, onProgress }));
  return { database: server.address, server };
}
