import { codeOf } from '@onceover/service-kit/errors';
import type pg from 'pg';
import type { Position } from '../types.ts';
import { fromPosition, LOG_END } from './position.ts';
import { identifier } from './sql/identifiers.ts';
import { surviveLostConnections } from './survive-lost-connections.ts';

/** A consumer that must have handled an event before it may go. */
export interface LogListener {
  readonly schema: string;
  /** Without its version: the newest counts. */
  readonly consumer: string;
}

export interface LogRetentionOptions {
  /** Connects as the role that `eventLogMigration` and `consumerTablesMigration` gave the right to. */
  readonly pool: pg.Pool;
  readonly schema: string;
  /** The log's name, as its listeners' checkpoints have it. */
  readonly service: string;
  /** How long an executed command is recognised, in days. */
  readonly commandDays: number;
  /** How long a stream is kept after it has ended, in days. */
  readonly streamDays: number;
  readonly listeners: readonly LogListener[];
}

export interface Removed {
  readonly commands: number;
  readonly months: number;
}

const DAY_MS = 86_400_000;
const AT_ONCE = 2_000;
/** Checking whether a large month has ended takes longer than a request may. */
const PATIENCE_MS = 300_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Removes what a log need not keep any longer: references to commands, and whole months of streams that have all ended long
 * ago and that every listener has read. A listener without a checkpoint has read nothing. What cannot go now is checked
 * again by the next call.
 *
 * Source   events reference 2.5, 2.6
 */
export async function applyLogRetention(options: LogRetentionOptions, now: Date): Promise<Removed> {
  const { pool, commandDays, streamDays } = options;
  surviveLostConnections(pool);
  const client = await pool.connect();
  let isHealthy = false;
  try {
    await client.query(
      `select set_config(name, $1, false) from pg_settings where name in ('statement_timeout', 'transaction_timeout')`,
      [String(PATIENCE_MS)],
    );
    const commands = await removeCommands(client, options, daysBefore(now, commandDays));
    const months = await removeMonths(client, options, daysBefore(now, streamDays));
    isHealthy = true;
    return { commands, months };
  } finally {
    client.release(!isHealthy);
  }
}

/** In small transactions, because a long one would hold back every reader's horizon. */
async function removeCommands(client: pg.PoolClient, { schema }: LogRetentionOptions, before: Date): Promise<number> {
  const commands = `${identifier(schema)}.commands`;
  let removed = 0;
  for (let count = AT_ONCE; count === AT_ONCE; removed += count) {
    const { rowCount } = await client.query(
      `delete from ${commands} where command_id = any(array(select command_id from ${commands} where at < $1 limit $2))`,
      [before, AT_ONCE],
    );
    count = rowCount ?? 0;
  }
  return removed;
}

async function removeMonths(client: pg.PoolClient, options: LogRetentionOptions, before: Date): Promise<number> {
  const read = await readByAll(client, options);
  if (read === undefined) return 0;
  const { gen, xid, pos } = fromPosition(read);
  let removed = 0;
  for (const month of await oldMonths(client, options.schema, before)) {
    const text = `select ${identifier(options.schema)}.remove_month($1::date, $2, $3::smallint, $4, $5::bigint) as outcome`;
    const values = [month, before, gen, xid, pos];
    const answer = await client.query<{ outcome: string }>({ text, values, ...PATIENT }).catch(unlessBusy);
    if (answer?.rows[0]?.outcome === 'removed') removed += 1;
  }
  return removed;
}

/** `pg` gives up on its own before the server does, unless it is told otherwise. */
const PATIENT = { query_timeout: PATIENCE_MS };

function unlessBusy(error: unknown): undefined {
  if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
}

/** The last position that no listener still has to read; undefined while one of them has read nothing. */
async function readByAll(
  client: pg.PoolClient,
  { service, listeners }: LogRetentionOptions,
): Promise<Position | undefined> {
  let first: Position | undefined = LOG_END;
  for (const { schema, consumer } of listeners) {
    const { rows } = await client.query<{ position: Position | null }>(
      `select min(position) as position from ${identifier(schema)}.checkpoints
       where source = $1 and consumer = (
         select consumer from ${identifier(schema)}.checkpoints
         where source = $1 and split_part(consumer, '@', 1) = $2
         order by split_part(consumer, '@', 2)::int desc limit 1)`,
      [service, consumer],
    );
    const position = rows[0]?.position ?? undefined;
    if (position === undefined) return undefined;
    if (position < first) first = position;
  }
  return first;
}

/** Months that are over and may have something to remove, the oldest first: their partitions and their ended streams. */
async function oldMonths(client: pg.PoolClient, schema: string, before: Date): Promise<readonly string[]> {
  const s = identifier(schema);
  const { rows } = await client.query<{ month: string }>(
    `select to_char(m.month, 'YYYY-MM-DD') as month from (
       select to_date(substr(c.relname, length('events_') + 1), 'YYYY_MM') as month
       from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $2::regclass
       union
       select distinct date_trunc('month', to_timestamp(
         ('x' || left(replace(st.stream_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) at time zone 'UTC')::date
       from ${s}.streams st where st.closed_at < $1) m
     where (m.month + interval '1 month') at time zone 'UTC' <= $1 order by m.month`,
    [before, `${s}.events`],
  );
  return rows.map(({ month }) => month);
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
