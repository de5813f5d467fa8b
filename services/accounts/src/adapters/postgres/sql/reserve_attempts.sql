-- Counts a try under every rule, or under none, and returns the seconds to wait; 0: counted, go ahead. Rows are locked in
-- the order of their keys before anything is counted, so that two requests never wait for each other and no burst gets
-- more tries than the limit. A full counter without a lock or a delay says no until its window is over. `is_delay`: nothing
-- but a growing delay says no.
--
-- `rules` is a list of {key, limit, windowSeconds, lockSeconds?, firstDelaySeconds?, longestDelaySeconds?}; keys are HMACs
-- in base64. Source: security 5.4
create function accounts.reserve_attempts(rules jsonb, at timestamptz)
  returns table (wait int, is_delay boolean) language plpgsql as $$
declare
  r record;
  a accounts.attempt;
  wait_until timestamptz := '-infinity';
  hard_until timestamptz := '-infinity';
  own_until timestamptz;
begin
  for r in select * from accounts.attempt_rules(rules) loop
    insert into accounts.attempt (key, count, window_start, until)
      values (r.key, 0, at, at + make_interval(secs => r.window_seconds)) on conflict (key) do nothing;
    select * into a from accounts.attempt t where t.key = r.key for update;
    if a.locked_until <= at and a.window_start <= at - make_interval(secs => r.window_seconds) then
      update accounts.attempt t set count = 0, window_start = at, locked_until = '-infinity' where t.key = r.key
        returning * into a;
    end if;
    own_until := greatest(a.locked_until,
      case when r.lock_seconds is null and r.first_delay is null and a.count >= r.per_window
        then a.window_start + make_interval(secs => r.window_seconds) else '-infinity' end);
    wait_until := greatest(wait_until, own_until);
    if r.first_delay is null then
      hard_until := greatest(hard_until, own_until);
    end if;
  end loop;
  if wait_until > at then
    return query select greatest(1, ceil(extract(epoch from wait_until - at)))::int, hard_until <= at;
    return;
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
  return query select 0, false;
end $$;

revoke execute on function accounts.reserve_attempts(jsonb, timestamptz) from public;
grant execute on function accounts.reserve_attempts(jsonb, timestamptz) to onceover_accounts;
