-- Stores what belongs to a secret for the support desk: its ticket number, under the keyed hash of the desk's address.
--
-- Gets the rows of every command of a batch. It runs inside `append`, under its planner settings; its plan is kept because
-- it is plpgsql.
create function secrets.write_incoming(rows jsonb) returns void language plpgsql as $$
begin
  insert into secrets.incoming (incoming_id, lookup, inbox, ticket_number, submitted)
    select r.incoming_id, decode(r.lookup, 'base64'), decode(r.inbox, 'base64'), r.ticket_number, r.submitted
    from jsonb_to_recordset(rows) as r(incoming_id uuid, lookup text, inbox text, ticket_number text,
      submitted timestamptz);
end $$;

revoke execute on function secrets.write_incoming(jsonb) from public;
grant execute on function secrets.write_incoming(jsonb) to onceover_secrets;
