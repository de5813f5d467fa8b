import { OutageError } from '@onceover/service-kit/errors';
import type pg from 'pg';
import { type BatchLimits, CommandQueue } from '../batching/command-queue.ts';
import type { CheckEvents, CommitNews, EventStore } from '../types.ts';
import { commandRunner } from './command-runner.ts';
import type { AppendRow } from './decode-answer.ts';
import { encodeCommand } from './encode-command.ts';
import { outage } from './failures.ts';
import { type LogGeneration, openLog } from './open-log.ts';
import { EVENT_COLUMNS, type EventRow, toRecordedEvent } from './rows.ts';
import { appendStatement, resultOf, runOn } from './run-append.ts';
import { identifier } from './sql/identifiers.ts';
import { surviveLostConnections } from './survive-lost-connections.ts';
import { transact } from './transact.ts';
import { knexOn } from './transaction.ts';

export interface PostgresEventStoreOptions {
  /** At least twice `batching.connections`, plus what else the service needs. See `poolSettings`. */
  readonly pool: pg.Pool;
  readonly schema: string;
  readonly service: string;
  /** Called for every append before anything is written; what it throws refuses the command. */
  readonly check?: CheckEvents;
  /** Default true; false runs every command in a statement of its own. */
  readonly batching?: boolean | Partial<BatchLimits>;
  /** Called after a commit that appended, to wake the readers it concerns. */
  readonly onCommitted?: (news: CommitNews) => void;
}

export interface PostgresEventStore extends EventStore {
  /** At boot, before the first write: starts a new generation if the database was restored into a new cluster. */
  openLog(): Promise<LogGeneration>;
  /** At boot and daily, for a partitioned log: creates missing months. Returns how many. */
  ensurePartitions(): Promise<number>;
}

/** Two in flight: one commits while the other runs. More would only make batches smaller at the same cost each. */
const DEFAULT_LIMITS: BatchLimits = { maxCommands: 64, maxBytes: 256 * 1024, connections: 2 };

/**
 * The event store of one service's schema (see `EventStore`).
 *
 * Shape    `execute` gathers what queues while earlier statements are in flight into one; callers cannot tell
 * Refuses  VersionConflict, StaleInput, OutcomeUnknown, OutageError('postgres'); a database error for what breaks a
 *          constraint
 * Source   events reference 2
 */
export function createPostgresEventStore(options: PostgresEventStoreOptions): PostgresEventStore {
  const { pool, schema, service, batching = true, check = () => undefined, onCommitted = () => undefined } = options;
  surviveLostConnections(pool);
  const knex = knexOn(pool);
  const runner = commandRunner({
    append: runOn(pool, appendStatement(schema)),
    service,
    resultOf: (row: AppendRow) => resultOf(row, service),
    onCommitted,
  });
  const queue = batching === false ? undefined : new CommandQueue(limitsOf(batching), runner);
  const s = identifier(schema);
  const load = {
    name: `load ${schema}`,
    text: `select ${EVENT_COLUMNS} from ${s}.events e where e.stream_id = $1::uuid order by e.version`,
  };
  return {
    async load(stream) {
      const { rows } = await pool.query<EventRow>({ ...load, values: [stream.id] }).catch(rethrowAsOutage);
      const events = rows.map((row) => toRecordedEvent(row, service));
      return { events, version: events.at(-1)?.version ?? 0 };
    },
    async execute(command) {
      const encoded = encodeCommand(command, check);
      return queue === undefined ? runner.runAlone(encoded) : queue.submit(encoded);
    },
    transact: (context, work) => transact({ knex, schema, service, check, onCommitted }, context, work),
    async openLog() {
      const client = await pool.connect().catch(rethrowAsOutage);
      try {
        return await openLog(client, schema).catch(rethrowAsOutage);
      } finally {
        client.release();
      }
    },
    async ensurePartitions() {
      const { rows } = await pool.query<{ made: number }>(`select ${s}.ensure_event_partitions() as made`);
      return rows[0]?.made ?? 0;
    },
  };
}

function limitsOf(batching: true | Partial<BatchLimits>): BatchLimits {
  return batching === true ? DEFAULT_LIMITS : { ...DEFAULT_LIMITS, ...batching };
}

/** A read failed: whatever the reason, the store could not answer. */
function rethrowAsOutage(error: unknown): never {
  throw error instanceof OutageError ? error : outage(error);
}
