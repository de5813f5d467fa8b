import type { Knex } from 'knex';

/**
 * The set-based guards and writes of conceal, reveal, burn and expire. Each gets the rows of every command of a batch.
 *
 * They run inside `append`, under its planner settings, and their plans are kept because the bodies are plpgsql.
 *
 * @NOTE Rows are found by `= any(keys)`, never by a join with the recordset: a plan made while a table was nearly empty
 * may walk the whole index of that table once per batch, and is kept until the next ANALYZE (measured: 5 times slower).
 */
const lookupsInOrder = `array(
      select decode(r.value ->> 'lookup', 'base64') from jsonb_array_elements(rows) with ordinality r order by r.ordinality)`;

const guards = `
  -- a secret was sealed with keys that new rows use, and created lies within five seconds of the database's clock
  create function secrets.check_sealing(rows jsonb) returns setof int language plpgsql as $$
  begin
    return query select r.ord
      from jsonb_to_recordset(rows) as r(ord int, e int, v int, created timestamptz)
      join secrets.epoch on epoch.e = r.e and epoch.state = 'current'
      join secrets.keycheck on keycheck.v = r.v and keycheck.state in ('current', 'accepted')
      where abs(extract(epoch from r.created - clock_timestamp())) < 5;
  end $$;

  -- ends secrets that are new and within their lifetime, by the clock of this very moment
  create function secrets.claim_new_secret(rows jsonb) returns setof int language plpgsql as $$
  declare
    keys bytea[] := ${lookupsInOrder};
  begin
    return query update secrets.secret s
      set state = rows -> (array_position(keys, s.lookup) - 1) ->> 'state', ended_at = clock_timestamp()
      where s.lookup = any(keys) and s.state = 'new' and s.expires > clock_timestamp()
      returning (rows -> (array_position(keys, s.lookup) - 1) ->> 'ord')::int;
  end $$;

  -- ends secrets that nobody opened in time
  create function secrets.claim_due_secret(rows jsonb) returns setof int language plpgsql as $$
  declare
    keys bytea[] := ${lookupsInOrder};
  begin
    return query update secrets.secret s set state = 'expired', ended_at = clock_timestamp()
      where s.lookup = any(keys) and s.state = 'new' and s.expires <= clock_timestamp()
      returning (rows -> (array_position(keys, s.lookup) - 1) ->> 'ord')::int;
  end $$;
`;

const writes = `
  create function secrets.write_secret(rows jsonb) returns void language plpgsql as $$
  begin
    insert into secrets.secret (lookup, secret_id, short, kind, owner_ref, share_domain_id, flags, kdf, ttl,
        original_size, created, expires)
      select decode(r.lookup, 'base64'), r.secret_id, r.short, r.kind, r.owner_ref, r.share_domain_id, r.flags, r.kdf,
        r.ttl, r.original_size, r.created, r.expires
      from jsonb_to_recordset(rows) as r(lookup text, secret_id uuid, short text, kind text, owner_ref uuid,
        share_domain_id text, flags smallint, kdf smallint, ttl int, original_size int, created timestamptz,
        expires timestamptz);
    insert into secrets.secret_content (lookup, ct, "outer", v)
      select decode(r.lookup, 'base64'), decode(r.ct, 'base64'), decode(r."outer", 'base64'), r.v
      from jsonb_to_recordset(rows) as r(lookup text, ct text, "outer" text, v smallint);
    insert into secrets.shard (lookup, e, wshard)
      select decode(r.lookup, 'base64'), r.e, decode(r.wshard, 'base64')
      from jsonb_to_recordset(rows) as r(lookup text, e int, wshard text);
    insert into secrets.metadata (mlookup, mshort, r, lookup, secret_id, linkbox, v, share_domain, updated, until)
      select decode(r.mlookup, 'base64'), r.mshort, r.r, decode(r.lookup, 'base64'), r.secret_id,
        decode(r.linkbox, 'base64'), r.v, r.share_domain, r.created, r.until
      from jsonb_to_recordset(rows) as r(mlookup text, mshort text, r text, lookup text, secret_id uuid, linkbox text,
        v smallint, share_domain text, created timestamptz, until timestamptz);
  end $$;

  create function secrets.write_create_replay(rows jsonb) returns void language plpgsql as $$
  begin
    insert into secrets.create_replay (key_hash, lookup, e, sealed, until)
      select decode(r.key_hash, 'base64'), decode(r.lookup, 'base64'), r.e, decode(r.sealed, 'base64'),
        clock_timestamp() + make_interval(secs => r.seconds)
      from jsonb_to_recordset(rows) as r(key_hash text, lookup text, e int, sealed text, seconds int);
  end $$;

  -- what an ending takes with it: content, shard, the replayable answer and the link box
  create function secrets.write_secret_end(rows jsonb) returns void language plpgsql as $$
  declare
    keys bytea[] := ${lookupsInOrder};
    ended timestamptz := clock_timestamp();
  begin
    delete from secrets.secret_content where lookup = any(keys);
    delete from secrets.shard where lookup = any(keys);
    delete from secrets.create_replay where lookup = any(keys);
    update secrets.metadata m set linkbox = null, updated = ended,
        received_at = case rows -> (array_position(keys, m.lookup) - 1) ->> 'state' when 'received' then ended end,
        burned_at = case rows -> (array_position(keys, m.lookup) - 1) ->> 'state' when 'burned' then ended end,
        expired_at = case rows -> (array_position(keys, m.lookup) - 1) ->> 'state' when 'expired' then ended end,
        delivery_confirmed = (rows -> (array_position(keys, m.lookup) - 1) ->> 'delivery_confirmed')::boolean
      where m.lookup = any(keys);
  end $$;

  create function secrets.write_redelivery(rows jsonb) returns void language plpgsql as $$
  begin
    insert into secrets.redelivery (lookup, token_hash, e, rblob, until, left_count)
      select decode(r.lookup, 'base64'), decode(r.token_hash, 'base64'), r.e, decode(r.rblob, 'base64'),
        clock_timestamp() + make_interval(secs => r.seconds), r.left_count
      from jsonb_to_recordset(rows) as r(lookup text, token_hash text, e int, rblob text, seconds int,
        left_count smallint);
  end $$;
`;

const names = [
  'check_sealing',
  'claim_new_secret',
  'claim_due_secret',
  'write_secret',
  'write_create_replay',
  'write_secret_end',
  'write_redelivery',
];

export async function up(knex: Knex): Promise<void> {
  await knex.raw(guards);
  await knex.raw(writes);
  for (const name of names) {
    await knex.raw(`
      revoke execute on function secrets.${name}(jsonb) from public;
      grant execute on function secrets.${name}(jsonb) to onceover_secrets;
    `);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of names) await knex.raw(`drop function secrets.${name}(jsonb)`);
}
