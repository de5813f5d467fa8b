-- Stores the emails that a conceal requests: their state, and what each needs, sealed to the notifications service.
--
-- Gets the rows of every command of a batch. It runs inside `append`, under its planner settings; its plan is kept because
-- it is plpgsql.
create function secrets.write_delivery(rows jsonb) returns void language plpgsql as $$
begin
  insert into secrets.delivery (delivery_id, lookup, place, at)
    select r.delivery_id, decode(r.lookup, 'base64'), r.place, r.at
    from jsonb_to_recordset(rows) as r(delivery_id uuid, lookup text, place smallint, at timestamptz);
  insert into secrets.delivery_envelope (delivery_id, lookup, sealed, key_id, expires_at)
    select r.delivery_id, decode(r.lookup, 'base64'), decode(r.sealed, 'base64'), r.key_id, r.expires_at
    from jsonb_to_recordset(rows) as r(delivery_id uuid, lookup text, sealed text, key_id text,
      expires_at timestamptz);
end $$;

revoke execute on function secrets.write_delivery(jsonb) from public;
grant execute on function secrets.write_delivery(jsonb) to onceover_secrets;
