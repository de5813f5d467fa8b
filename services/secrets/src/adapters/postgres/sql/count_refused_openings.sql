-- Counts tries in vain and, at certain counts, tells the log: in the stream of the secret, also after its ending. A row for
-- each that was counted: whose it is, and whether the log was told. No row: the secret is not known any more.
--
-- One statement is one transaction. The streams' locks come before its first write, so that versions rise with transactions
-- as they do elsewhere; with them nobody else moves the version of these secrets. Who `waits` counts one try and waits for the
-- lock; a sum of many tries only tries for it and is `busy` where it is taken, for later.
--
-- Only a count that is told touches the row of the secret. A claim in flight then finds another version and prepares again.
-- The counts and the hour are passed in: domain/secret/refused-openings.ts.
--
-- Source: events reference 6.1
create function secrets.count_refused_openings(
    waits boolean, in_lookups bytea[], in_ids uuid[], reasons text[], counts int[], event_ids uuid[], metas text[],
    told_at_counts int[], told_again_seconds int)
  returns table (ord int, outcome text, is_owned boolean) language plpgsql as $$
declare
  key bigint;
  s record;
  f secrets.refused_opening;
  moved int;
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
    insert into secrets.refused_opening as r (secret_id, reason, count, first_at, last_at, told_at, until)
      values (in_ids[i], reasons[i], counts[i], at, at, '-infinity', s.until)
      on conflict (secret_id, reason) do update set count = r.count + excluded.count, last_at = excluded.last_at
      returning r.* into f;
    outcome := 'counted';
    if exists (select from unnest(told_at_counts) c where f.count - counts[i] < c and c <= f.count)
      or (f.count > all (told_at_counts) and f.told_at <= at - make_interval(secs => told_again_seconds))
    then
      update secrets.secret c set version = c.version + 1 where c.lookup = in_lookups[i] returning c.version into moved;
      update secrets.refused_opening r set told_at = at where r.secret_id = in_ids[i] and r.reason = reasons[i];
      insert into secrets.events
          (gen, stream_id, version, event_id, type, schema_ver, category, tenant_ref, data, meta, occurred_at)
        select m.gen, in_ids[i], moved, event_ids[i], 'secret.opening_refused', 1, 'secret', s.tenant_ref,
          jsonb_build_object('secretId', in_ids[i], 'reason', reasons[i], 'count', f.count, 'windowStart',
            to_char(f.first_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), metas[i]::jsonb, at
        from secrets.log_meta m;
      outcome := 'told';
    end if;
    ord := i - 1; is_owned := s.tenant_ref is not null; return next;
  end loop;
end $$;

revoke execute on function secrets.count_refused_openings(boolean, bytea[], uuid[], text[], int[], uuid[], text[], int[], int)
  from public;
grant execute on function secrets.count_refused_openings(boolean, bytea[], uuid[], text[], int[], uuid[], text[], int[], int)
  to onceover_secrets;
