-- Reserves an attempt at a passphrase before the key derivation runs: `reserved` with the count in the life of the secret,
-- `ended`, `locked` for good, or `limited` with the seconds to wait. The tiers are passed in: domain/secret/
-- passphrase-attempts.ts.
--
-- The row lock on the secret puts attempts on one secret in a row, so that no burst gets more than its tiers allow.
--
-- Source: security 4.2 step 2, 4.3
create function secrets.reserve_attempt(
    in_lookup bytea, in_network bytea, per_network int, network_window int, network_lock int,
    delay_from int, first_delay int, longest_delay int, per_secret int)
  returns table (outcome text, retry_after int, attempts int) language plpgsql as $$
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
    return query select 'ended', 0, 0; return;
  end if;
  if s.attempts >= per_secret then
    return query select 'locked', 0, 0; return;
  end if;
  select * into a from secrets.attempt where lookup = in_lookup and network = in_network;
  wait_until := greatest(s.next_try, coalesce(a.locked_until, '-infinity'));
  if wait_until > at then
    return query select 'limited', ceil(extract(epoch from wait_until - at))::int, 0; return;
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
  return query select 'reserved', 0, total;
end $$;

revoke execute on function secrets.reserve_attempt(bytea, bytea, int, int, int, int, int, int, int) from public;
grant execute on function secrets.reserve_attempt(bytea, bytea, int, int, int, int, int, int, int) to onceover_secrets;
