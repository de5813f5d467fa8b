/** The five minutes of an event `e`, its type, and which of its type it is counted as; `bucket` is SQL. */
export const countedAs = (bucket: string): string =>
  `date_bin('5 minutes', e.occurred_at, 'epoch') as at, e.type, (${bucket})::int as bucket`;

/** Rows of those columns, counted, as a JSON array of `EventCount`; null of none. `from` names the rows `as`. */
export const countsSql = (from: string, as: string): string => `(
    select jsonb_agg(jsonb_build_object('at', to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'type', c.type, 'bucket', c.bucket, 'count', c.count) order by c.at, c.type, c.bucket)
    from (select ${as}.at, ${as}.type, ${as}.bucket, count(*) from ${from} group by 1, 2, 3) c)`;
