-- With an ending: the sealed emails of the secret go too.
--
-- Gets the rows of every command of a batch. It runs inside `append`, under its planner settings; its plan is kept because
-- it is plpgsql.
create function secrets.write_envelope_end(rows jsonb) returns void language plpgsql as $$
declare
  keys bytea[] := array(select decode(r ->> 'lookup', 'base64') from jsonb_array_elements(rows) r);
begin
  delete from secrets.delivery_envelope where lookup = any(keys);
end $$;

revoke execute on function secrets.write_envelope_end(jsonb) from public;
grant execute on function secrets.write_envelope_end(jsonb) to onceover_secrets;
