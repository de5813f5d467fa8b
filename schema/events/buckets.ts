import type { CatalogEntry } from './event-row.ts';
import { type Counting, openedWithinSeconds } from './meaning.ts';

/**
 * SQL over an event `e`: in which bucket of its type it is counted. By the age of its secret it is the place in
 * `openedWithinSeconds`, or their number if the secret was older; the id of its stream tells when it was created, so nothing is
 * looked up. Where only some count, these are in bucket 0 and the others in 1.
 */
export function bucketSqlOf(rows: readonly CatalogEntry[]): string {
  const cases = new Map(rows.flatMap(({ type, counts }) => (counts === null ? [] : [[type, caseOf(counts)] as const])));
  const whens = [...cases].flatMap(([type, sql]) => (sql === undefined ? [] : [`when e.type = '${type}' then ${sql}`]));
  return whens.length === 0 ? '0' : `case ${whens.join(' ')} else 0 end`;
}

function caseOf({ byAge, onlyWhere }: Counting): string | undefined {
  if (byAge) {
    const age = 'extract(epoch from e.occurred_at - uuid_extract_timestamp(e.stream_id))';
    const steps = `array[${openedWithinSeconds.join()}]::numeric[]`;
    return `coalesce(width_bucket(${age}, ${steps}), ${openedWithinSeconds.length})`;
  }
  return onlyWhere && `(e.data->>'${onlyWhere.field}' is distinct from '${onlyWhere.is}')::int`;
}
