-- Counts a bad attempt and returns the seconds to wait when it was one too many, else 0. Counts first, judges afterwards,
-- so that a burst is not judged by an old count.
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

revoke execute on function accounts.count_bad_token(bytea, bytea, timestamptz, int, int, int) from public;
grant execute on function accounts.count_bad_token(bytea, bytea, timestamptz, int, int, int) to onceover_accounts;
