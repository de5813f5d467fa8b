-- Counts refused openings and, at certain counts, tells the log: in the stream of the secret, also after its ending. A row for
-- each that was counted: whose it is, and whether the log was told. No row: the secret is not known any more.
--
-- The event is the caller's, who checked it. Where the log is to be told and no event of this very count came along, the try
-- is `due` and not counted: the caller gets the count and the time of the first one, and comes again with the event.
--
-- One statement is one transaction. The streams' locks come before its first write, so that versions rise with transactions
-- as they do elsewhere; with them nobody else moves the version of these secrets. Who `waits` counts one try and waits for the
-- lock; a sum of many tries only tries for it and is `busy` where it is taken, for later.
--
-- Only a count that is told touches the row of the secret. A claim in flight then finds another version and prepares again.
-- The counts and the hour are those of the event's row in the catalogue.
--
-- Source: events reference 6.1
create function secrets.count_refused_openings(
    waits boolean, in_lookups bytea[], in_ids uuid[], reasons text[], counts int[], new_events text[],
    told_at_counts int[], told_again_seconds int)
  returns table (ord int, outcome text, is_owned boolean, total int, since timestamptz) language plpgsql as $$
declare
  key bigint;
  s record;
  f secrets.refused_opening;
  event secrets.events;
  is_told boolean;
  at timestamptz;
  busy int[] := '{}';
begin
  perform secrets.begin_append();
  for i in 1..cardinality(in_ids) loop
    key := hashtextextended('secrets:stream:' || in_ids[i], 0);
    if waits then
      perform pg_advisory_xact_lock(key);
    elsif not pg_try_advisory_xact_lock(key) then
      busy := busy || i; ord := i - 1; outcome := 'busy'; is_owned := false; return next;
    end if;
  end loop;
  at := clock_timestamp();
  for i in 1..cardinality(in_ids) loop
    continue when i = any (busy);
    select secrets.tenant_of(c.owner_ref, c.kind) as tenant_ref, c.until into s from secrets.secret c where c.lookup = in_lookups[i];
    continue when not found;
    select r.* into f from secrets.refused_opening r where r.secret_id = in_ids[i] and r.reason = reasons[i];
    event := jsonb_populate_record(null::secrets.events, new_events[i]::jsonb);
    ord := i - 1;
    is_owned := s.tenant_ref is not null;
    total := coalesce(f.count, 0) + counts[i];
    since := coalesce(f.first_at, (event.data->>'windowStart')::timestamptz, at);
    is_told := exists (select from unnest(told_at_counts) c where total - counts[i] < c and c <= total)
      or (total > all (told_at_counts) and f.told_at <= at - make_interval(secs => told_again_seconds));
    if is_told and (event.data->>'count')::int is distinct from total then
      outcome := 'due'; return next; continue;
    end if;
    insert into secrets.refused_opening as r (secret_id, reason, count, first_at, last_at, told_at, until)
      values (in_ids[i], reasons[i], total, since, at, case when is_told then at else '-infinity' end, s.until)
      on conflict (secret_id, reason) do update set count = excluded.count, last_at = excluded.last_at,
        told_at = greatest(r.told_at, excluded.told_at);
    outcome := 'counted';
    if is_told then
      update secrets.secret c set version = c.version + 1 where c.lookup = in_lookups[i] returning c.version into event.version;
      event.stream_id := in_ids[i];
      event.tenant_ref := s.tenant_ref;
      perform secrets.record_events(array[event], '{}', at);
      outcome := 'told';
    end if;
    return next;
  end loop;
end $$;

revoke execute on function secrets.count_refused_openings(boolean, bytea[], uuid[], text[], int[], text[], int[], int)
  from public;
grant execute on function secrets.count_refused_openings(boolean, bytea[], uuid[], text[], int[], text[], int[], int)
  to onceover_secrets;
