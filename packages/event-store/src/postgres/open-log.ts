import type pg from 'pg';
import { onlyRow } from './rows.ts';
import { identifier, literal } from './sql/identifiers.ts';

/** Which generation a log is in, and whether opening it has begun it. */
export interface LogGeneration {
  readonly gen: number;
  readonly isNewGeneration: boolean;
}

/**
 * Call it at boot, before the first write. After a restore into a new cluster transaction ids start lower, so new
 * events would sort below old ones, removed ones included, which readers are past, and old ones would hide behind the
 * horizon. In that case a new generation begins.
 */
export async function openLog(client: pg.ClientBase, schema: string): Promise<LogGeneration> {
  const s = identifier(schema);
  await client.query('begin');
  try {
    await client.query(`select pg_advisory_xact_lock(hashtextextended(${literal(`${schema}:gen`)}, 0))`);
    const meta = await client.query<{ gen: number; is_ahead: boolean }>(`
      select m.gen, coalesce((
        select e.xid >= pg_snapshot_xmax(pg_current_snapshot()) from ${s}.events e
        where e.gen = m.gen order by e.gen desc, e.xid desc limit 1), false)
        or coalesce(m.removed_gen = m.gen and m.removed_xid >= pg_snapshot_xmax(pg_current_snapshot()), false) as is_ahead
      from ${s}.log_meta m`);
    const { gen, is_ahead: isNewGeneration } = onlyRow(meta);
    if (isNewGeneration) await client.query(`update ${s}.log_meta set gen = gen + 1`);
    await client.query('commit');
    return { gen: isNewGeneration ? gen + 1 : gen, isNewGeneration };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
