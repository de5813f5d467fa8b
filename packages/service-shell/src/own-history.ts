import { createLogCover, createOwnLog, type LogHistory } from '@onceover/event-store';
import { openAppPool } from '@onceover/postgres-kit/app-connection';
import type { InternalHandler } from '@onceover/service-kit/internal-call';
import type pg from 'pg';
import { coverLogSoon } from './cover-log-soon.ts';
import type { Foundation, ServiceDefinition } from './foundation.ts';
import { answerLogCalls } from './log-calls.ts';
import type { Chore } from './service-parts.ts';
import { type Hearing, saySeldom } from './start-listening.ts';

/**
 * What a service does with its own log: covers it with blocks, and answers about its history. Nothing without the rules
 * for it.
 */
export function ownHistory(
  foundation: Foundation,
  { doorbell, log, onFailure }: Hearing,
): { readonly chores: readonly Chore[]; readonly internal: readonly InternalHandler[] } {
  const { name, eventRules, pool, poolFor, stack } = foundation;
  if (eventRules.history === undefined) return { chores: [], internal: [] };
  const { bucket, covered: append } = eventRules.history;
  const place = { schema: name, service: name, bucket };
  const { cover } = createLogCover({ ...place, pool, append, check: eventRules.check, onCommitted: doorbell.ring });
  const failed = saySeldom({ log, onFailure }, 'the log could not be covered with blocks; it is tried again');
  const covering = stack.use(coverLogSoon({ name, doorbell, cover, onFailure: failed }));
  return { chores: [covering.chore], internal: answersAboutLog(foundation, poolFor('history')) };
}

/** What answers the calls about the history of a service's own log; nothing without the rules for it. */
export function answersAboutLog(
  { name, eventRules: { history } }: Pick<Foundation, 'name' | 'eventRules'>,
  pool: pg.Pool,
): readonly InternalHandler[] {
  if (history === undefined) return [];
  return answerLogCalls(history.calls, createOwnLog({ pool, schema: name, service: name, bucket: history.bucket }));
}

/** Reading a large log takes longer than a request may. */
const PATIENCE_MS = '3600000';

/**
 * From now on a connection reads one state of the database, in a transaction that only reads, for as long as it takes. It
 * holds up no reader: a transaction that has written nothing has no id.
 */
export async function readOneMoment(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select set_config(name, $1, false) from pg_settings
     where name in ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`,
    [PATIENCE_MS],
  );
  await client.query('begin isolation level repeatable read read only');
}

/**
 * The history of a service's log for an operator's command, as the log is at one moment: the first time that it is asked.
 * `stack` closes the connection.
 */
export async function openLogHistory(
  { schema: { schema: name, appRole: role }, eventRules }: Pick<ServiceDefinition, 'schema' | 'eventRules'>,
  database: pg.PoolConfig,
  stack: AsyncDisposableStack,
): Promise<LogHistory> {
  const pool = stack.adopt(openAppPool(database, { role, name: `${name} history`, max: 1 }), (open) => open.end());
  const client = stack.adopt(await pool.connect(), (open) => open.release(true));
  await readOneMoment(client);
  return createOwnLog({ pool: client, schema: name, service: name, bucket: eventRules.history?.bucket ?? '0' });
}
