import type pg from 'pg';
import type { CommitNews, EventFilter } from '../types.ts';
import { identifier } from './sql/identifiers.ts';
import { notQuiet } from './sql/quiet.ts';

/** A log, or what is not quiet of it: the part of it that a reader needs an index for. */
export interface LogView {
  readonly source: string;
  readonly schema: string;
  readonly part: 'all' | 'not quiet';
  /** SQL about `e`, an event, to go after other conditions. */
  readonly andNotQuiet: string;
  /** Whether a commit added to it. */
  grewWith(news: CommitNews): boolean;
}

/** Event types that are quiet in a log as long as nobody owns the event; the log itself knows them. */
export async function quietTypesOf(pool: pg.Pool, schema: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ quiet: string[] }>(`select m.quiet from ${identifier(schema)}.log_meta m`);
  const [meta] = rows;
  if (meta === undefined) throw new TypeError('the log has no row in log_meta');
  return meta.quiet;
}

/** The smallest part of a log that has everything a filter lets through. */
export function viewFor(
  { source, schema, quietTypes }: Pick<LogView, 'source' | 'schema'> & { readonly quietTypes: readonly string[] },
  { types, tenantsOnly = false }: EventFilter,
): LogView {
  const wantsQuiet = !tenantsOnly && (types === undefined || types.some((type) => quietTypes.includes(type)));
  if (quietTypes.length === 0 || wantsQuiet) {
    return { source, schema, part: 'all', andNotQuiet: '', grewWith: (news) => news.source === source };
  }
  const isLoud = (type: string) => !quietTypes.includes(type);
  return {
    source,
    schema,
    part: 'not quiet',
    andNotQuiet: `and ${notQuiet(quietTypes, 'e')}`,
    grewWith: (news) => news.source === source && (news.owned.size > 0 || news.unowned.values().some(isLoud)),
  };
}
