-- Keeps the sealed answer of a conceal for a replay with the same Idempotency-Key.
--
-- Gets the rows of every command of a batch. It runs inside `append`, under its planner settings; its plan is kept because
-- it is plpgsql.
create function secrets.write_create_replay(rows jsonb) returns void language plpgsql as $$
begin
  insert into secrets.create_replay (key_hash, lookup, e, sealed, until)
    select decode(r.key_hash, 'base64'), decode(r.lookup, 'base64'), r.e, decode(r.sealed, 'base64'),
      clock_timestamp() + make_interval(secs => r.seconds)
    from jsonb_to_recordset(rows) as r(key_hash text, lookup text, e int, sealed text, seconds int);
end $$;

revoke execute on function secrets.write_create_replay(jsonb) from public;
grant execute on function secrets.write_create_replay(jsonb) to onceover_secrets;
