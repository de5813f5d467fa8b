import type { Knex } from 'knex';

const signature = 'secrets.reserve_attempt(bytea, bytea, int, int, int, int, int, int, int)';

/** `reserve_attempt` also says how many attempts the secret has had, so that its owner can be told. */
const reserveAttempt = (column: string, total: string, none: string) => `
  drop function ${signature};
  create function secrets.reserve_attempt(
      in_lookup bytea, in_network bytea, per_network int, network_window int, network_lock int,
      delay_from int, first_delay int, longest_delay int, per_secret int)
    returns table (outcome text, retry_after int${column}) language plpgsql as $$
  declare
    s secrets.secret;
    a secrets.attempt;
    at timestamptz;
    wait_until timestamptz;
    counted int;
    total int;
  begin
    select * into s from secrets.secret where lookup = in_lookup for update;
    at := clock_timestamp();
    if not found or s.state <> 'new' or s.expires <= at then
      return query select 'ended', 0${none}; return;
    end if;
    if s.attempts >= per_secret then
      return query select 'locked', 0${none}; return;
    end if;
    select * into a from secrets.attempt where lookup = in_lookup and network = in_network;
    wait_until := greatest(s.next_try, coalesce(a.locked_until, '-infinity'));
    if wait_until > at then
      return query select 'limited', ceil(extract(epoch from wait_until - at))::int${none}; return;
    end if;
    if a.window_start is null or a.window_start <= at - make_interval(secs => network_window) then
      a.count := 0;
      a.window_start := at;
    end if;
    counted := a.count + 1;
    total := s.attempts + 1;
    insert into secrets.attempt as t (lookup, network, count, window_start, locked_until)
      values (in_lookup, in_network, counted, a.window_start,
        case when counted >= per_network then at + make_interval(secs => network_lock) end)
      on conflict (lookup, network) do update
        set count = excluded.count, window_start = excluded.window_start, locked_until = excluded.locked_until;
    update secrets.secret set attempts = total,
        next_try = case when total >= delay_from
          then at + make_interval(secs => least(longest_delay, first_delay * 2 ^ least(total - delay_from, 20)))
          else next_try end
      where lookup = in_lookup;
    return query select 'reserved', 0${total};
  end $$;
  revoke execute on function ${signature} from public;
  grant execute on function ${signature} to onceover_secrets;
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(reserveAttempt(', attempts int', ', total', ', 0'));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(reserveAttempt('', '', ''));
}
