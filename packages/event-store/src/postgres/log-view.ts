import type pg from 'pg';
import { LOG_COVERED } from '../covering/log-covered.ts';
import type { CommitNews, EventFilter } from '../types.ts';
import { onlyRow } from './rows.ts';
import { identifier } from './sql/identifiers.ts';
import { isCovering, notQuiet } from './sql/quiet.ts';

/** A log, what is not quiet of it, or what it says about itself: the part of it that a reader needs an index for. */
export interface LogView {
  readonly source: string;
  readonly schema: string;
  readonly part: 'all' | 'not quiet' | 'covering';
  /** SQL about `e`, an event, to go after other conditions. */
  readonly andOfPart: string;
  grewWith(news: CommitNews): boolean;
}

/** Event types that are quiet in a log as long as nobody owns the event; the log itself knows them. */
export async function quietTypesOf(pool: pg.Pool, schema: string): Promise<readonly string[]> {
  return onlyRow(await pool.query<{ quiet: string[] }>(`select m.quiet from ${identifier(schema)}.log_meta m`)).quiet;
}

/** The smallest part of a log that has everything a filter lets through. */
export function viewFor(
  { source, schema, quietTypes }: Pick<LogView, 'source' | 'schema'> & { readonly quietTypes: readonly string[] },
  { types, tenantsOnly = false }: EventFilter,
): LogView {
  const isQuiet = (type: string) => type === LOG_COVERED || quietTypes.includes(type);
  const log = { source, schema };
  if (!tenantsOnly && types?.join() === LOG_COVERED) {
    const grewWith = (news: CommitNews) => news.source === source && news.unowned.has(LOG_COVERED);
    return { ...log, part: 'covering', andOfPart: `and ${isCovering('e')}`, grewWith };
  }
  if (!tenantsOnly && (types === undefined || types.some(isQuiet))) {
    return { ...log, part: 'all', andOfPart: '', grewWith: (news) => news.source === source };
  }
  return {
    ...log,
    part: 'not quiet',
    andOfPart: `and ${notQuiet(quietTypes, 'e')}`,
    grewWith: (news) =>
      news.source === source && (news.owned.size > 0 || news.unowned.values().some((type) => !isQuiet(type))),
  };
}
