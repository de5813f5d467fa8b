import type pg from 'pg';
import { queryRows } from './database-failure.ts';

const chunk = 1000;

/**
 * What is past its time goes: repeats, replayable answers, counted attempts, and the metadata with its secret.
 *
 * @NOTE Secrets that have not ended stay, whatever their metadata's time: expiry comes first, so that every stream ends.
 */
const purges: readonly ((windowSeconds: number) => string)[] = [
  () => `delete from secrets.redelivery where (lookup, token_hash) in (
    select lookup, token_hash from secrets.redelivery where until <= (select clock_timestamp()) limit ${chunk}) returning 1`,
  () => `delete from secrets.create_replay where key_hash in (
    select key_hash from secrets.create_replay where until <= (select clock_timestamp()) limit ${chunk}) returning 1`,
  (windowSeconds) => `delete from secrets.attempt where (lookup, network) in (
    select lookup, network from secrets.attempt
    where window_start <= (select clock_timestamp()) - interval '${windowSeconds} s'
      and (locked_until is null or locked_until <= (select clock_timestamp())) limit ${chunk}) returning 1`,
  () => `with over as (
    select m.mlookup, m.lookup from secrets.metadata m join secrets.secret s on s.lookup = m.lookup
    where m.until <= (select clock_timestamp()) and s.state <> 'new' limit ${chunk}
  ), gone as (
    delete from secrets.metadata m using over where m.mlookup = over.mlookup
  )
  delete from secrets.secret s using over where s.lookup = over.lookup returning 1`,
];

/**
 * Deletes in short transactions until nothing is left to delete; returns how many rows went. `windowSeconds` is how long
 * an attempt counts.
 */
export async function purgePastRows(pool: pg.Pool, windowSeconds: number): Promise<number> {
  let purged = 0;
  for (const purge of purges) {
    const text = purge(windowSeconds);
    for (let deleted = chunk; deleted === chunk; purged += deleted) {
      deleted = (await queryRows(pool, { text }, [])).length;
    }
  }
  return purged;
}
