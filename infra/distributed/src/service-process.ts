import { type Doorbell, watermarkAge } from '@onceover/event-bus';
import type { RunningService } from '@onceover/graphql-kit/subgraph';
import type { KafkaConfig } from '@onceover/kafka-log/config';
import { checkConnections } from '@onceover/postgres-kit/check-connections';
import { checkServer } from '@onceover/postgres-kit/check-server';
import { refuseLeftBehind } from '@onceover/postgres-kit/schema-release';
import type { PostgresAddress } from '@onceover/postgres-server';
import { addressFrom } from '@onceover/process/database';
import { takeKeys } from '@onceover/process/take-keys';
import { openTelemetry } from '@onceover/process/telemetry';
import type { Caller } from '@onceover/schema/caller';
import type { LogName } from '@onceover/schema/events/logs';
import { lastingKeysOf } from '@onceover/schema/lasting-keys';
import { release } from '@onceover/schema/release';
import { askEverywhere } from '@onceover/service-http/connect-service';
import type { ConfigDefinition, ConfigOf } from '@onceover/service-kit/config';
import { type AskInternal, createInternalCalls } from '@onceover/service-kit/internal-call';
import type { Readiness } from '@onceover/service-kit/lifecycle';
import type { Logger } from '@onceover/service-kit/logging';
import type { Telemetry } from '@onceover/service-kit/telemetry';
import type { LogAccess } from '@onceover/service-shell/log-access';
import {
  backingConfig,
  logsOnKafka,
  makeTopics,
  openDoorbell,
  openKafka,
  openRelay,
  openRelayWatch,
  RELAY_CONNECTIONS,
  relayReports,
  unpublishedReports,
} from './backing.ts';
import { loadProcessConfig, type ProcessConfig, storeConfig } from './config.ts';
import { openNeighbours } from './neighbours.ts';
import type { KeysOfService } from './services/keys.ts';

/** What a service is given when it starts. */
export interface ServiceBacking {
  readonly database: PostgresAddress;
  readonly doorbell: Doorbell;
  readonly ask: AskInternal;
  readonly logs: LogAccess;
  readonly telemetry: Telemetry;
  readonly process: ProcessConfig;
}

/** One service, as its front door offers it. */
export interface ServiceEntry<D extends ConfigDefinition> {
  readonly name: LogName;
  readonly definition: D;
  /** Where the service has keys as files; null where they are all in a store elsewhere. */
  keys(config: ConfigOf<D>): Promise<KeysOfService | null>;
  /** Database connections at most, and the settings that lower them. */
  connections(config: ConfigOf<D>): { readonly most: number; readonly settings: readonly string[] };
  migrate(database: PostgresAddress): Promise<void>;
  start(config: ConfigOf<D>, backing: ServiceBacking): Promise<RunningService<Caller>>;
}

/** A process that answers; disposing it stops it in order. */
export interface RunningProcess extends AsyncDisposable {
  /** Where others reach it: people the gateway, services a service. */
  readonly url: string;
  readiness(): Promise<Readiness>;
}

/** A scrape of the metrics has a connection of its own for the time of one statement. */
const METRICS = 1;

/**
 * Starts one service as this process: door, database, keys, its own schema, the service, and then it answers. Disposing it
 * drains the door first, then stops the service, then what it asks others with.
 *
 * Throws what `startProblem` can explain; whatever was started by then is stopped again.
 */
export async function startServiceProcess<const D extends ConfigDefinition>(
  entry: ServiceEntry<D>,
  env: NodeJS.ProcessEnv,
  log: Logger,
): Promise<RunningProcess> {
  const { name, definition } = entry;
  const config = loadProcessConfig(name, { store: storeConfig, service: definition, ...backingConfig }, env);
  const service = config.service as ConfigOf<D>;
  await using stack = new AsyncDisposableStack();
  const { telemetry, show } = await openTelemetry(config.process, { name, log, stack });
  const { tracing } = telemetry;
  const { server, connections } = await openNeighbours(name, config, { log, stack, tracing });
  const database = addressFrom(config.store.databaseUrl);
  await prepare(entry, service, config.process, database);
  const here = createInternalCalls();
  const doorbell = await openDoorbell(config.redis, { log, stack });
  const ask = askEverywhere(here, connections);
  const kafka = openKafka(config.kafka, name);
  await makeTopics(kafka, config.kafka, log);
  const logs = logsOnKafka(kafka, config.kafka, ask);
  const backing = { database, doorbell, ask, logs, telemetry, process: config.process };
  const running = stack.use(await entry.start(service, backing));
  const publishing =
    config.store.relay === 'apart'
      ? publishingApart({ database, log: name }, stack)
      : await publishingInside(kafka, config.kafka, { database, name, doorbell, telemetry }, stack);
  const internal = running.internal ?? [];
  here.register(internal);
  const readiness = () => running.ready();
  const consumers = async () => [...(await running.consumers()), ...(await publishing())];
  const events = { consumers, watermarkAge: () => watermarkAge(database) };
  await show({ log, readiness, events }, stack);
  stack.use(server.answer({ subgraph: running.subgraph, internal, ready: readiness }));
  const owned = stack.move();
  return { url: server.url, readiness, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

interface Inside {
  readonly database: PostgresAddress;
  readonly name: LogName;
  readonly doorbell: Doorbell;
  readonly telemetry: Telemetry;
}

/** The relay of the service's log in its own process: what the process commits is published at once. Returns what it tells. */
async function publishingInside(
  kafka: ReturnType<typeof openKafka>,
  config: KafkaConfig,
  { database, name: log, doorbell, telemetry }: Inside,
  stack: AsyncDisposableStack,
): Promise<RunningService<Caller>['consumers']> {
  const relay = await openRelay({ kafka, config, database, log, watch: doorbell.watch, telemetry }, stack);
  stack.use(doorbell.onRing((news) => void (news.source === log && relay.wake(news))));
  return () => relayReports([relay]);
}

/** Other processes publish the log: what they do not, is told here. */
function publishingApart(
  place: { readonly database: PostgresAddress; readonly log: LogName },
  stack: AsyncDisposableStack,
): RunningService<Caller>['consumers'] {
  const watch = openRelayWatch(place, stack);
  return () => unpublishedReports(place.log, watch);
}

/** Refuses a database or keys that this service cannot work with; then brings its own schema up to date. */
async function prepare<D extends ConfigDefinition>(
  entry: ServiceEntry<D>,
  config: ConfigOf<D>,
  process: ProcessConfig,
  database: PostgresAddress,
): Promise<void> {
  await checkServer(database);
  const { most, settings } = entry.connections(config);
  await checkConnections(database, { perProcess: most + METRICS + RELAY_CONNECTIONS, settings });
  await takeAndMigrate(entry, config, process, database);
}

/** Refuses keys that are not those of this part of the database; then brings the schema of the service up to date. */
export async function takeAndMigrate<D extends ConfigDefinition>(
  entry: Pick<ServiceEntry<D>, 'name' | 'keys' | 'migrate'>,
  config: ConfigOf<D>,
  { allowOpenKeys }: Pick<ProcessConfig, 'allowOpenKeys'>,
  database: PostgresAddress,
): Promise<void> {
  const { name: part } = entry;
  await refuseLeftBehind(database, [part], release);
  const keys = await entry.keys(config);
  if (keys !== null) await takeKeys({ ...keys, part, allowOpenKeys, lastingKeys: lastingKeysOf[part] }, database);
  await entry.migrate(database);
}
