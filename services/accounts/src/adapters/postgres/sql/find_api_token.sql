-- Finds a token by the SHA-256 of its text: no row when none is good. Bad attempts come first: when
-- one of the two counters is full, there is one row with the seconds to wait and nothing else, whether the token exists or
-- not. One round trip for every request by token. Source: security 5.5
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

revoke execute on function accounts.find_api_token(bytea, bytea, bytea, timestamptz, int, int, int) from public;
grant execute on function accounts.find_api_token(bytea, bytea, bytea, timestamptz, int, int, int) to onceover_accounts;
