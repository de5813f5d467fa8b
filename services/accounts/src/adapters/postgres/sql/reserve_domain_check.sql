-- Counts a check that a person asked for, before it is made, and returns the seconds to wait; 0: go ahead. The row is
-- locked first, so that no burst gets more checks than the limit. A domain that is gone is not limited: there is nothing
-- to check. Source: security 5.8
create function accounts.reserve_domain_check(in_ref uuid, at timestamptz, per_window int, window_seconds int)
  returns int language plpgsql as $$
declare
  d accounts.domain;
begin
  select * into d from accounts.domain where domain_ref = in_ref for update;
  if not found then
    return 0;
  end if;
  if d.checks_since <= at - make_interval(secs => window_seconds) then
    update accounts.domain set checks = 1, checks_since = at where domain_ref = in_ref;
    return 0;
  end if;
  if d.checks >= per_window then
    return greatest(1, ceil(extract(epoch from d.checks_since + make_interval(secs => window_seconds) - at)))::int;
  end if;
  update accounts.domain set checks = d.checks + 1 where domain_ref = in_ref;
  return 0;
end $$;

revoke execute on function accounts.reserve_domain_check(uuid, timestamptz, int, int) from public;
grant execute on function accounts.reserve_domain_check(uuid, timestamptz, int, int) to onceover_accounts;
