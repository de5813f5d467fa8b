import type { Knex } from 'knex';

/**
 * Tries are counted before the costly work they are for, in one step for all counters they touch, so that no burst gets
 * more than its limits. Keys are HMACs: who tried, and where, is not stored.
 *
 * Source  security 5.4
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table accounts.attempt (
      key bytea primary key,
      count int not null,
      window_start timestamptz not null,
      locked_until timestamptz not null default '-infinity',
      until timestamptz not null
    ) with (fillfactor = 80);
    create index attempt_age on accounts.attempt (until);

    -- wrong passwords per address, whether or not it has an account, so that both cost the same
    create table accounts.sign_in_failure (
      email_hash bytea primary key,
      streak int not null,               -- since the last success
      count int not null,                -- since the last report
      window_start timestamptz not null,
      last_at timestamptz not null,
      is_reset_sent boolean not null default false
    ) with (fillfactor = 80);

    -- gives the seconds to wait; 0: counted, go on
    create function accounts.reserve_attempts(rules jsonb, at timestamptz) returns int language plpgsql as $$
    declare
      r record;
      a accounts.attempt;
      wait_until timestamptz := '-infinity';
    begin
      for r in select * from accounts.attempt_rules(rules) loop
        insert into accounts.attempt (key, count, window_start, until)
          values (r.key, 0, at, at + make_interval(secs => r.window_seconds)) on conflict (key) do nothing;
        select * into a from accounts.attempt t where t.key = r.key for update;
        if a.locked_until <= at and a.window_start <= at - make_interval(secs => r.window_seconds) then
          update accounts.attempt t set count = 0, window_start = at, locked_until = '-infinity' where t.key = r.key
            returning * into a;
        end if;
        wait_until := greatest(wait_until, a.locked_until,
          case when r.lock_seconds is null and r.first_delay is null and a.count >= r.per_window
            then a.window_start + make_interval(secs => r.window_seconds) else '-infinity' end);
      end loop;
      if wait_until > at then
        return greatest(1, ceil(extract(epoch from wait_until - at)))::int;
      end if;
      for r in select * from accounts.attempt_rules(rules) loop
        update accounts.attempt t set count = t.count + 1,
            locked_until = case
              when t.count + 1 < r.per_window then t.locked_until
              when r.lock_seconds is not null then at + make_interval(secs => r.lock_seconds)
              when r.first_delay is not null then
                at + make_interval(secs => least(r.longest_delay, r.first_delay * 2 ^ least(t.count + 1 - r.per_window, 20)))
              else t.locked_until end,
            until = greatest(t.until, at + make_interval(secs => greatest(r.window_seconds, coalesce(r.lock_seconds, 0))))
          where t.key = r.key;
      end loop;
      return 0;
    end $$;

    create function accounts.attempt_rules(rules jsonb)
      returns table (key bytea, per_window int, window_seconds int, lock_seconds int, first_delay int, longest_delay int)
      language plpgsql as $$
    begin
      return query select decode(x.value ->> 'key', 'base64'), (x.value ->> 'limit')::int,
          (x.value ->> 'windowSeconds')::int, (x.value ->> 'lockSeconds')::int,
          (x.value ->> 'firstDelaySeconds')::int, (x.value ->> 'longestDelaySeconds')::int
        from jsonb_array_elements(rules) x order by 1;
    end $$;

    create function accounts.give_back_attempts(keys bytea[]) returns void language plpgsql as $$
    begin
      update accounts.attempt t set count = greatest(t.count - 1, 0), locked_until = '-infinity' where t.key = any(keys);
    end $$;

    grant select, insert, update, delete on accounts.attempt, accounts.sign_in_failure to onceover_accounts;
    revoke execute on function accounts.reserve_attempts(jsonb, timestamptz) from public;
    revoke execute on function accounts.attempt_rules(jsonb) from public;
    revoke execute on function accounts.give_back_attempts(bytea[]) from public;
    grant execute on function accounts.reserve_attempts(jsonb, timestamptz) to onceover_accounts;
    grant execute on function accounts.attempt_rules(jsonb) to onceover_accounts;
    grant execute on function accounts.give_back_attempts(bytea[]) to onceover_accounts;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function accounts.give_back_attempts(bytea[]);
    drop function accounts.reserve_attempts(jsonb, timestamptz);
    drop function accounts.attempt_rules(jsonb);
    drop table accounts.sign_in_failure, accounts.attempt;
  `);
}
