import {
  type ConsumerDefinition,
  type Doorbell,
  type JobQueue,
  jobQueueIn,
  jobsSchemaOf,
  type ReadEvent,
} from '@onceover/event-bus';
import {
  type CheckEvents,
  createPostgresEventStore,
  knexOn,
  type LogCoverOptions,
  type LogGeneration,
  type LogRetentionOptions,
  onlyRow,
  type PostgresEventStore,
  type StreamAppend,
} from '@onceover/event-store';
import { openAppPool } from '@onceover/postgres-kit/app-connection';
import type { SchemaDefinition } from '@onceover/postgres-kit/migrate';
import { createDatabaseClock, type DatabaseClock } from '@onceover/service-kit/clock';
import { type NeverLogged, neverLog } from '@onceover/service-kit/logging';
import { noTelemetry, type Telemetry } from '@onceover/service-kit/telemetry';
import type { Knex } from 'knex';
import type pg from 'pg';
import { type LogAccess, logsInDatabase } from './log-access.ts';
import type { LogCalls } from './log-calls.ts';
import { type WatchCommit, watchCommits } from './watch-commits.ts';

/** What a service is given by whoever starts it. */
export interface Backing {
  /** The migrated database, as its migrator; the service itself works with fewer rights. */
  readonly database: pg.PoolConfig;
  /** Rung at every commit, and heard by the consumers. */
  readonly doorbell: Doorbell;
  /** Default: the logs are in the database, and the service's process has connections of its own to read them. */
  readonly logs?: LogAccess | undefined;
  /** Where the service counts what it does. Default: nobody counts. */
  readonly telemetry?: Telemetry | undefined;
}

/** What an operator does, by references and words of ours. */
export interface OperatorData {
  /** Null on the command line, which knows nobody. */
  readonly operatorRef: string | null;
  readonly action: string;
  readonly targetKind: string;
  readonly targetRef: string;
  readonly reasonCode: string;
}

/** What the product's catalogue says of a service's events: no package knows them itself. */
export interface EventRules {
  /** Throws if the service must not write these events. */
  readonly check: CheckEvents;
  /** Makes of an event of any service what handlers get; throws if it is not as the catalogue says. */
  readonly read: ReadEvent;
  /** Throws if these are not the consumers of the service. */
  readonly checkConsumers: (definitions: readonly ConsumerDefinition[]) => void;
  /** What operators do: to whom it belongs where it concerns no tenant, and its event. Absent: it is not recorded. */
  readonly operators?: {
    readonly tenant: string;
    readonly append: (streamId: string, data: OperatorData) => StreamAppend;
  };
  /** How the service's log is covered with blocks, and the calls that answer about its history. Absent: neither. */
  readonly history?: {
    /** SQL over an event `e`, a small whole number: which of its type it is counted as. */
    readonly bucket: string;
    /** The event of a block. */
    readonly covered: LogCoverOptions['append'];
    readonly calls: LogCalls;
  };
  /** How long the service's log keeps what has ended, and who must have read it before. */
  readonly retention: Pick<LogRetentionOptions, 'commandDays' | 'streamDays' | 'listeners'>;
  /** What no line of the process's log may hold. */
  readonly neverLogged: NeverLogged;
}

/** A service before it has parts. Its name is that of its schema. */
export interface ServiceDefinition {
  readonly schema: Required<Pick<SchemaDefinition, 'schema' | 'appRole' | 'retentionRole' | 'readerRole'>>;
  readonly eventRules: EventRules;
  /** Maximum connections of the pool that commands, reads, jobs and chores share. */
  readonly connections: number;
  /** Maximum connections of further pools, by the purpose that each of them serves alone. */
  readonly setAside?: Readonly<Record<string, number>>;
}

/** Maximum connections of a service in one process, all its pools together. */
export function connectionsOf({ connections, setAside = {} }: Pick<ServiceDefinition, 'connections' | 'setAside'>) {
  return Object.values(setAside).reduce((sum, max) => sum + max, connections);
}

/** What connections are for that all parts of a service share, and those that read logs. */
const [SHARED, READER] = ['shared', 'reader'];

/** For a process in which a service reads logs with connections of its own. */
const READER_CONNECTIONS = 2;

/** What every adapter of a service stands on. */
export interface Foundation {
  readonly name: string;
  readonly eventRules: EventRules;
  readonly pool: pg.Pool;
  /** The same connections, for transactions. */
  readonly knex: Knex;
  readonly events: PostgresEventStore;
  /** Around commands that the service commits by SQL of its own. */
  readonly watchCommit: WatchCommit;
  readonly generation: LogGeneration;
  readonly doorbell: Doorbell;
  readonly logs: LogAccess;
  readonly telemetry: Telemetry;
  readonly jobsSchema: string;
  jobsIn(tx: Knex.Transaction): JobQueue;
  /** Connections set aside for a purpose, which the rest of the service neither takes nor waits for; else the service's. */
  poolFor(purpose: string): pg.Pool;
  /** One connection as the role that removes from the log, of those to spare; whoever opens it closes it. */
  openRetentionPool(): pg.Pool;
  /** The database's time. */
  databaseNow(): Promise<Date>;
  openClock(): Promise<DatabaseClock>;
  /** Stops what the service has started, in reverse order. */
  readonly stack: AsyncDisposableStack;
}

/** Opens a service's connections and its log; `stack` closes them. Nothing runs yet. */
export async function openFoundation(
  { schema, eventRules, connections, setAside = {} }: ServiceDefinition,
  { database, doorbell, logs, telemetry = noTelemetry }: Backing,
  stack: AsyncDisposableStack,
): Promise<Foundation> {
  const { schema: name } = schema;
  neverLog(eventRules.neverLogged);
  const pools = poolsOn(database, schema, stack);
  const purposes = new Set([SHARED, READER, ...Object.keys(setAside)]);
  tellConnections({ service: name, purposes, pools: pools.kept }, telemetry);
  const pool = pools.open(SHARED, connections);
  const store = { pool, schema: name, service: name, check: eventRules.check, onCommitted: doorbell.ring };
  const watchCommit = watchCommits(name, telemetry);
  const events = watched(createPostgresEventStore(store), watchCommit);
  const generation = await events.openLog();
  const jobsSchema = jobsSchemaOf(name);
  return {
    name,
    eventRules,
    pool,
    knex: knexOn(pool),
    events,
    watchCommit,
    generation,
    doorbell,
    logs: logs ?? logsInDatabase(pools.openReader(), doorbell.watch),
    telemetry,
    jobsSchema,
    jobsIn: (tx) => jobQueueIn(tx, jobsSchema),
    poolFor(purpose) {
      const max = setAside[purpose];
      return max === undefined ? pool : pools.open(purpose, max);
    },
    openRetentionPool: pools.openRetention,
    databaseNow: () => databaseNow(pool),
    openClock: async () => stack.use(await createDatabaseClock(() => databaseNow(pool), CLOCK)),
    stack,
  };
}

/** Connections by what they are for. `stack` closes those that are open for as long as the service. */
function poolsOn(
  database: pg.PoolConfig,
  { appRole, retentionRole, readerRole }: ServiceDefinition['schema'],
  stack: AsyncDisposableStack,
) {
  const name = appRole.replaceAll('_', ' ');
  const kept = new Map<string, pg.Pool>();
  const keep = (role: string, purpose: string, max: number) => {
    const named = purpose === SHARED ? name : `${name} ${purpose}`;
    const pool = stack.adopt(openAppPool(database, { role, name: named, max }), (open) => open.end());
    kept.set(purpose, pool);
    return pool;
  };
  return {
    /** Those that live as long as the service, by purpose. */
    kept,
    open: (purpose: string, max: number) => keep(appRole, purpose, max),
    openReader: () => keep(readerRole, READER, READER_CONNECTIONS),
    openRetention: () => openAppPool(database, { role: retentionRole, name: `${name} retention`, max: 1 }),
  };
}

/** The same store, whose commits are watched. */
function watched(store: PostgresEventStore, watch: WatchCommit): PostgresEventStore {
  return {
    ...store,
    execute: (command) => watch(command.context, (context) => store.execute({ ...command, context })),
    transact: (given, work) => watch(given, (context) => store.transact(context, work)),
  };
}

const CONNECTION_STATES = ['busy', 'idle', 'awaited'] as const;

interface Connections {
  readonly service: string;
  readonly purposes: ReadonlySet<string>;
  /** By purpose; those that are opened later are told too. */
  readonly pools: ReadonlyMap<string, pg.Pool>;
}

function tellConnections({ service, purposes, pools }: Connections, telemetry: Telemetry): void {
  telemetry.level(
    {
      name: 'onceover_database_connections',
      help: 'Connections of a service to its database, by purpose: busy, idle, and how many of its parts wait for one.',
      labels: { service: new Set([service]), purpose: purposes, state: new Set(CONNECTION_STATES) },
    },
    () =>
      [...pools].flatMap(([purpose, { totalCount, idleCount, waitingCount }]) => {
        const counts = { busy: totalCount - idleCount, idle: idleCount, awaited: waitingCount };
        return CONNECTION_STATES.map((state) => [{ service, purpose, state }, counts[state]] as const);
      }),
  );
}

/** Clocks of machines drift apart by milliseconds a minute: measuring more often would only keep the database busy. */
const CLOCK = { intervalMs: 60_000, roundTrips: 3 };

async function databaseNow(pool: pg.Pool): Promise<Date> {
  return onlyRow(await pool.query<{ now: Date }>('select clock_timestamp() as now')).now;
}
