import type { PostgresAddress } from '@onceover/postgres-server';
import pg from 'pg';

/** How many rows one transaction writes. */
const rowsAtOnce = 100_000;

/**
 * Copies secrets that are there under other keys until there are so many more, with their content and events: rows as a
 * conceal writes them, a hundred times as fast. No link opens a copy, and no key its shard, so no epoch may end while they
 * are there.
 */
export async function copySecrets(address: PostgresAddress, copies: number): Promise<void> {
  const client = new pg.Client({ ...address, user: 'postgres' });
  await client.connect();
  try {
    await client.query(
      `create temporary table original as
         select lookup, secret_id, row_number() over () as number from secrets.secret where state = 'new'`,
    );
    for (let made = 0; made < copies; made += rowsAtOnce) {
      await copyNext(client, Math.min(rowsAtOnce, copies - made));
    }
    // As in a system that has grown in its own time, where all this was done long ago.
    await client.query('vacuum (analyze) secrets.secret, secrets.secret_content, secrets.events');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

async function copyNext(client: pg.Client, rows: number): Promise<void> {
  await client.query(
    `create temporary table copy as
       select o.lookup as of, o.secret_id as of_id, sha256(uuid_send(gen_random_uuid())) as lookup, uuidv7() as secret_id
       from generate_series(1, ${rows}) i
       join original o on o.number = 1 + i % (select count(*) from original)`,
  );
  await client.query(
    `with secrets as (
       insert into secrets.secret
       select r.* from copy join secrets.secret s on s.lookup = copy.of
       cross join lateral jsonb_populate_record(s, jsonb_build_object(
         'lookup', copy.lookup, 'secret_id', copy.secret_id, 'mlookup', sha256(copy.lookup))) r
     ), contents as (
       insert into secrets.secret_content
       select copy.lookup, c.ct, c.expires from copy join secrets.secret_content c on c.lookup = copy.of
     )
     insert into secrets.events (gen, stream_id, version, event_id, type, schema_ver, category, tenant_ref, data, meta)
     select e.gen, copy.secret_id, e.version, uuidv7(), e.type, e.schema_ver, e.category, e.tenant_ref, e.data, e.meta
     from copy join secrets.events e on e.stream_id = copy.of_id`,
  );
  await client.query('drop table copy');
}
