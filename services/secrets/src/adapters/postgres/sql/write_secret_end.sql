-- What an ending takes with it: content, shard, the answer kept for a replay and the link box. The metadata then says how
-- the secret ended, and when.
--
-- Gets the rows of every command of a batch. It runs inside `append`, under its planner settings; its plan is kept because
-- it is plpgsql.
--
-- Rows are found by `= any(keys)`, never by a join with the recordset: a plan made while a table was nearly empty may walk
-- the whole index of that table once per batch, and is kept until the next ANALYZE (measured: 5 times slower).
create function secrets.write_secret_end(rows jsonb) returns void language plpgsql as $$
declare
  keys bytea[] := array(
    select decode(r.value ->> 'lookup', 'base64') from jsonb_array_elements(rows) with ordinality r order by r.ordinality);
  ended timestamptz := clock_timestamp();
begin
  delete from secrets.secret_content where lookup = any(keys);
  delete from secrets.shard where lookup = any(keys);
  delete from secrets.create_replay where lookup = any(keys);
  update secrets.metadata m set linkbox = null, updated = ended,
      received_at = case rows -> (array_position(keys, m.lookup) - 1) ->> 'state' when 'received' then ended end,
      burned_at = case rows -> (array_position(keys, m.lookup) - 1) ->> 'state' when 'burned' then ended end,
      expired_at = case rows -> (array_position(keys, m.lookup) - 1) ->> 'state' when 'expired' then ended end,
      delivery_confirmed = (rows -> (array_position(keys, m.lookup) - 1) ->> 'delivery_confirmed')::boolean
    where m.lookup = any(keys);
end $$;

revoke execute on function secrets.write_secret_end(jsonb) from public;
grant execute on function secrets.write_secret_end(jsonb) to onceover_secrets;
