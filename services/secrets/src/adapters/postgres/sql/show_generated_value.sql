-- Claims the one look at a generated value by the metadata key: notes it on the row of the secret and tells the log, in the
-- stream of the secret. The caller has opened the value before, and gives it away only where a row comes back, which is
-- after the commit. No row for everybody else, and nothing is written then.
--
-- The update decides, by the clock of that very moment: whoever updates the row first has the look, and whoever waited for
-- the row finds it noted. It ends nothing. A reveal in flight finds another version, prepares again and opens as ever; one
-- that was first leaves a row that is no longer new. The stream's lock comes before the first write of a row, as elsewhere.
--
-- The row and its event say the same instant.
create function secrets.show_generated_value(in_lookup bytea, in_id uuid, within_seconds int, in_event text)
  returns table (tenant_ref uuid) language plpgsql as $$
#variable_conflict use_column
declare
  at timestamptz;
  event secrets.events;
begin
  perform secrets.begin_append();
  perform pg_advisory_xact_lock(hashtextextended('secrets:stream:' || in_id, 0));
  at := clock_timestamp();
  event := jsonb_populate_record(null::secrets.events, in_event::jsonb);
  update secrets.secret s set value_shown = at, version = s.version + 1
    where s.lookup = in_lookup and s.state = 'new' and s.kind = 'generate' and (s.flags & 1) = 0
      and s.value_shown is null and s.expires > clock_timestamp()
      and s.created > clock_timestamp() - make_interval(secs => within_seconds)
    returning s.version, secrets.tenant_of(s.owner_ref, s.kind) into event.version, event.tenant_ref;
  if not found then
    return;
  end if;
  event.stream_id := in_id;
  perform secrets.record_events(array[event], '{}', at);
  tenant_ref := event.tenant_ref;
  return next;
end $$;

revoke execute on function secrets.show_generated_value(bytea, uuid, int, text) from public;
grant execute on function secrets.show_generated_value(bytea, uuid, int, text) to onceover_secrets;
