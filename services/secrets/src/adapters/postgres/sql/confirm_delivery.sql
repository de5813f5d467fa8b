-- The content arrived: ends the redeliveries of its claimant, keeps the time for the creator and tells the log, in the stream
-- of the secret. No row for a token that claimed nothing, and nothing is written then. The stream's lock comes before the
-- first write, as elsewhere. Only here it is known whether who says so is who created the secret, so that both events come
-- along.
--
-- Source: security 4.2 step 5; events reference 6.1
create function secrets.confirm_delivery(in_lookup bytea, in_token_hash bytea, in_actor uuid, in_event text,
    in_creator_event text)
  returns table (secret_id uuid, tenant_ref uuid) language plpgsql as $$
#variable_conflict use_column
declare
  s record;
  at timestamptz;
  event secrets.events;
begin
  select c.secret_id, c.owner_ref, secrets.tenant_of(c.owner_ref, c.kind) as tenant_ref into s
    from secrets.redelivery r join secrets.secret c on c.lookup = r.lookup
    where r.lookup = in_lookup and r.token_hash = in_token_hash and r.until > clock_timestamp();
  if not found then
    return;
  end if;
  perform secrets.begin_append();
  perform pg_advisory_xact_lock(hashtextextended('secrets:stream:' || s.secret_id, 0));
  delete from secrets.redelivery r where r.lookup = in_lookup and r.token_hash = in_token_hash;
  if not found then
    return;
  end if;
  at := clock_timestamp();
  event := jsonb_populate_record(null::secrets.events,
    case when in_actor = s.owner_ref then in_creator_event else in_event end::jsonb);
  update secrets.secret c set delivery_confirmed = true, confirmed_at = at, version = c.version + 1
    where c.lookup = in_lookup returning c.version into event.version;
  event.stream_id := s.secret_id;
  event.tenant_ref := s.tenant_ref;
  perform secrets.record_events(array[event], '{}', at);
  return query select s.secret_id, s.tenant_ref;
end $$;

revoke execute on function secrets.confirm_delivery(bytea, bytea, uuid, text, text) from public;
grant execute on function secrets.confirm_delivery(bytea, bytea, uuid, text, text) to onceover_secrets;
