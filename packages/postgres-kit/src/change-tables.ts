import { setTimeout } from 'node:timers/promises';
import { codeOf, NamedError } from '@onceover/service-kit/errors';
import type { Knex } from 'knex';

/** A migration could not lock its tables: somebody has been using one of them all the while. */
export class TablesInUse extends NamedError {}

export interface ChangingOptions {
  /** Where the tables are. */
  readonly schema: string;
  /** The migration's name. */
  readonly name: string;
  /** How long it waits for its tables. */
  readonly patienceMs: number;
}

/**
 * How long one try waits for a lock. Whoever asks for the table in the meantime waits behind it, so this is far shorter than the
 * services wait (`lock_timeout` of their pools), and shorter than the server takes to find a deadlock, which would end either.
 */
const TRY_MS = 200;
/** Between two tries, in which everybody else gets on. */
const PAUSE_MS = 300;
/** A lock that was not to be had, or a deadlock. */
const IN_USE = new Set(['55P03', '40P01']);

/**
 * Changes tables while others use them, and nobody waits behind a change that has to wait itself: until it gets every lock it needs, it
 * rolls back what it has done, and tries again.
 *
 * Throws  `TablesInUse`, which says who uses them and how to end it
 */
export async function changeTables(
  transaction: Knex,
  change: (savepoint: Knex) => Promise<unknown>,
  options: ChangingOptions,
): Promise<void> {
  const until = performance.now() + options.patienceMs;
  for (;;) {
    try {
      return await transaction.transaction(async (savepoint) => {
        await savepoint.raw(`set local lock_timeout = ${TRY_MS}`);
        await change(savepoint);
      });
    } catch (error) {
      if (!IN_USE.has(codeOf(error) ?? '')) throw error;
      if (performance.now() > until) throw new TablesInUse(await whoUses(transaction, options), { cause: error });
    }
    await setTimeout(PAUSE_MS);
  }
}

const LONGEST = `
  select a.pid, coalesce(nullif(a.application_name, ''), a.backend_type) as program, l.relation::regclass::text as "table",
    floor(extract(epoch from clock_timestamp() - a.xact_start))::int as seconds
  from pg_locks l join pg_stat_activity a using (pid) join pg_class c on c.oid = l.relation
  where l.database = (select oid from pg_database where datname = current_database()) and l.granted
    and c.relnamespace = to_regnamespace(?) and c.relkind in ('r', 'p') and a.pid <> pg_backend_pid()
  order by a.xact_start limit 1`;

async function whoUses(transaction: Knex, { schema, name, patienceMs }: ChangingOptions): Promise<string> {
  const { rows } = await transaction.raw<{ rows: Record<'pid' | 'program' | 'table' | 'seconds', string | number>[] }>(
    LONGEST,
    [schema],
  );
  const [user] = rows;
  const what = `The migration ${schema}/${name} could not lock its tables within ${patienceMs / 1000} s`;
  if (user === undefined) return `${what}: many short transactions were using them. Start again when it is quieter.`;
  return (
    `${what}: database process ${user.pid} (${user.program}) has been using ${user.table} in one transaction for ${user.seconds} s. ` +
    `Start again when it has ended, or end it: select pg_terminate_backend(${user.pid})`
  );
}
