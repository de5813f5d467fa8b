-- Guard of a conceal: the secret was sealed under the epoch that new rows use, and `created` lies within five seconds of the
-- database's clock.
--
-- Gets the rows of every command of a batch and answers with the `ord` of those that hold. It runs inside `append`, under
-- its planner settings; its plan is kept because it is plpgsql.
create function secrets.check_sealing(rows jsonb) returns setof int language plpgsql as $$
begin
  return query select r.ord
    from jsonb_to_recordset(rows) as r(ord int, e int, created timestamptz)
    join secrets.epoch on epoch.e = r.e and epoch.state = 'current'
    where abs(extract(epoch from r.created - clock_timestamp())) < 5;
end $$;

revoke execute on function secrets.check_sealing(jsonb) from public;
grant execute on function secrets.check_sealing(jsonb) to onceover_secrets;
