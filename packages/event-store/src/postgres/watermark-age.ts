import pg from 'pg';

const LIMIT_MS = 5_000;

/**
 * Age in seconds of the oldest transaction that has written and not ended, in any database of the server: what was
 * committed since then cannot be read yet, by any consumer. 0 if there is none. One connection, for one statement.
 *
 * Shape    transactions of other roles are seen only by a role with `pg_read_all_stats`; prepared ones by every role
 * Source   events reference 2.4
 */
export async function watermarkAge(database: pg.PoolConfig): Promise<number> {
  const limits = { connectionTimeoutMillis: LIMIT_MS, statement_timeout: LIMIT_MS };
  const client = new pg.Client({ ...(database as pg.ClientConfig), ...limits, application_name: 'onceover watermark' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ seconds: number }>(`
      select coalesce(greatest(extract(epoch from clock_timestamp() - min(t.since)), 0), 0)::float8 as seconds from (
        select a.xact_start as since from pg_stat_activity a
          where a.backend_xid is not null and a.pid <> pg_backend_pid()
        union all
        select p.prepared from pg_prepared_xacts p) t`);
    return rows[0]?.seconds ?? 0;
  } finally {
    await client.end();
  }
}
