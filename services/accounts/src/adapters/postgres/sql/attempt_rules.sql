-- The rules of reserve_attempts as rows, in the order of their keys: the order they are locked in.
create function accounts.attempt_rules(rules jsonb)
  returns table (key bytea, per_window int, window_seconds int, lock_seconds int, first_delay int, longest_delay int)
  language plpgsql as $$
begin
  return query select decode(x.value ->> 'key', 'base64'), (x.value ->> 'limit')::int,
      (x.value ->> 'windowSeconds')::int, (x.value ->> 'lockSeconds')::int,
      (x.value ->> 'firstDelaySeconds')::int, (x.value ->> 'longestDelaySeconds')::int
    from jsonb_array_elements(rules) x order by 1;
end $$;

revoke execute on function accounts.attempt_rules(jsonb) from public;
grant execute on function accounts.attempt_rules(jsonb) to onceover_accounts;
