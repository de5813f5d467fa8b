import type { Knex } from 'knex';

/**
 * API tokens under the SHA-256 of their texts, and the counters of bad attempts under HMACs. A revoked token is a row that
 * is gone: the next request finds nothing.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table accounts.api_token (
      token_id uuid primary key,
      account_ref uuid not null references accounts.account on delete cascade,
      token_hash bytea not null unique,
      name text not null,
      is_api boolean not null,          -- the one named "api"
      scopes text[] not null,
      created timestamptz not null,
      expires timestamptz,
      last_used date
    );
    create index api_token_of_account on accounts.api_token (account_ref);
    create unique index api_token_named_api on accounts.api_token (account_ref) where is_api;

    create table accounts.token_attempt (
      key bytea primary key,
      count int not null,
      window_start timestamptz not null
    );
    create index token_attempt_window on accounts.token_attempt (window_start);

    grant select, insert, update, delete on accounts.api_token, accounts.token_attempt to onceover_accounts;
  `);
  await knex.raw(functions);
  for (const signature of signatures) {
    await knex.raw(`
      revoke execute on function accounts.${signature} from public;
      grant execute on function accounts.${signature} to onceover_accounts;
    `);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const signature of signatures) await knex.raw(`drop function accounts.${signature}`);
  await knex.raw('drop table accounts.token_attempt, accounts.api_token');
}

const signatures = [
  'add_api_token(uuid, uuid, bytea, text, text[], timestamptz, timestamptz, int)',
  'replace_api_token(uuid, uuid, bytea, text, text[], timestamptz)',
  'find_api_token(bytea, bytea, bytea, timestamptz, int, int, int)',
  'count_bad_token(bytea, bytea, timestamptz, int, int, int)',
];

const functions = `
  -- one after the other per account, so that no burst gets more tokens than the limit
  create function accounts.add_api_token(in_id uuid, in_account uuid, in_hash bytea, in_name text, in_scopes text[],
    in_created timestamptz, in_expires timestamptz, max_tokens int) returns boolean language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('accounts:api-token:' || in_account, 0));
    delete from accounts.api_token where account_ref = in_account and expires <= in_created;
    if (select count(*) from accounts.api_token where account_ref = in_account and not is_api) >= max_tokens then
      return false;
    end if;
    insert into accounts.api_token (token_id, account_ref, token_hash, name, is_api, scopes, created, expires)
      values (in_id, in_account, in_hash, in_name, false, in_scopes, in_created, in_expires);
    return true;
  end $$;

  create function accounts.replace_api_token(in_id uuid, in_account uuid, in_hash bytea, in_name text, in_scopes text[],
    in_created timestamptz) returns void language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('accounts:api-token:' || in_account, 0));
    delete from accounts.api_token where account_ref = in_account and is_api;
    insert into accounts.api_token (token_id, account_ref, token_hash, name, is_api, scopes, created)
      values (in_id, in_account, in_hash, in_name, true, in_scopes, in_created);
  end $$;

  -- seconds to wait when one of the counters is full, else 0 and the token, if there is one
  create function accounts.find_api_token(in_hash bytea, in_subject bytea, in_network bytea, at timestamptz,
      per_subject int, per_network int, window_seconds int)
    returns table (retry_after int, token_id uuid, account_ref uuid, name text, scopes text[], created timestamptz,
      expires timestamptz, last_used date) language plpgsql as $$
  declare
    until timestamptz;
  begin
    select max(a.window_start) + make_interval(secs => window_seconds) into until from accounts.token_attempt a
      where a.window_start > at - make_interval(secs => window_seconds)
        and ((a.key = in_subject and a.count >= per_subject) or (a.key = in_network and a.count >= per_network))
        and a.key = any(array[in_subject, in_network]);
    if until is not null then
      return query select greatest(1, ceil(extract(epoch from until - at)))::int, null::uuid, null::uuid, null::text,
        null::text[], null::timestamptz, null::timestamptz, null::date;
      return;
    end if;
    return query select 0, t.token_id, t.account_ref, t.name, t.scopes, t.created, t.expires, t.last_used
      from accounts.api_token t where t.token_hash = in_hash and (t.expires is null or t.expires > at);
  end $$;

  -- counts first and then says whether it was one too many, so that a burst is not judged by an old count
  create function accounts.count_bad_token(in_subject bytea, in_network bytea, at timestamptz, per_subject int,
    per_network int, window_seconds int) returns int language plpgsql as $$
  declare
    from_start timestamptz := at - make_interval(secs => window_seconds);
    a accounts.token_attempt;
    wait_until timestamptz := at;
    counted record;
  begin
    for counted in select c.key, c.most from (values (in_subject, per_subject), (in_network, per_network)) c(key, most)
    loop
      insert into accounts.token_attempt as t (key, count, window_start) values (counted.key, 1, at)
        on conflict (key) do update set
          count = case when t.window_start <= from_start then 1 else least(t.count + 1, 1000000) end,
          window_start = case when t.window_start <= from_start then at else t.window_start end
        returning * into a;
      if a.count > counted.most then
        wait_until := greatest(wait_until, a.window_start + make_interval(secs => window_seconds));
      end if;
    end loop;
    return ceil(extract(epoch from wait_until - at))::int;
  end $$;
`;
