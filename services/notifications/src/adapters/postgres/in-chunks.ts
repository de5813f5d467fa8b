import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';

/** Most rows that one statement of `inChunks` changes. */
export const CHUNK = 1000;

/** Repeats a statement, which returns a row for each that it has changed, until it finds no whole chunk; returns how many those were. */
export async function inChunks(pool: pg.Pool, text: string, values: readonly unknown[] = []): Promise<number> {
  let all = 0;
  for (let done = CHUNK; done === CHUNK; all += done) done = (await queryRows(pool, { text }, [...values])).length;
  return all;
}
