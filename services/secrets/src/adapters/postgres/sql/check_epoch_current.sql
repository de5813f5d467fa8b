-- Guard: the key of this epoch is still the one that new rows use.
--
-- It is volatile so that each call sees what was committed before the command got its shared lock on the epoch.
--
-- Gets the rows of every command of a batch and answers with the `ord` of those that hold. It runs inside `append`, under
-- its planner settings; its plan is kept because it is plpgsql.
create function secrets.check_epoch_current(rows jsonb) returns setof int language plpgsql as $$
begin
  return query select r.ord from jsonb_to_recordset(rows) as r(ord int, e int)
    join secrets.epoch on epoch.e = r.e and epoch.state = 'current';
end $$;

revoke execute on function secrets.check_epoch_current(jsonb) from public;
grant execute on function secrets.check_epoch_current(jsonb) to onceover_secrets;
