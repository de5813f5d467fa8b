-- Ends secrets: reveals, burns and expiries, all or nothing each, one outcome each. One statement, which is its own
-- transaction, for every ending that queued while the last one ran. It returns a row for each that ended nothing.
--
-- The update is the place that decides whether a secret is open, by the clock of that very moment. The second reveal is
-- refused because its row is no longer new: whoever updates the row first has the secret; whoever waited for the row finds
-- another state, and that whole command is a conflict that writes nothing. An expiry is the opposite of a claim by the same
-- clock: one of them finds the row new, never both. What reads say of a secret (`openable` in vault/secret-row.ts, the
-- decisions in domain/secret) is only how it looked a moment earlier.
--
-- Why it is right, and what breaks without each step:
-- 1. It is its transaction's first write, and the log's generation stays (`begin_append`).
-- 2. Locks come before the first write: on each secret, on a command's id, shared on the epoch of a redelivery. Alone it
--    waits for them; among neighbours it only tries, and a command whose lock is taken leaves as `busy` to run alone, so
--    that no command waits for a neighbour's rival and no two batches wait for each other.
-- 3. A known command is a `duplicate`: a retry must never be told that it was too late by its own success.
-- 4. The epoch of a redelivery must still be the one that new rows use; else `stale`, and the caller seals again.
-- 5. The guarded update: new, of the version that the event follows, and within its lifetime (an expiry: past it). The row
--    is the head of its stream, so this is the check of the version as well. Who misses is a `conflict`.
--    A row and its event say the same instant, so that a page and the log never disagree.
-- 6. Only for those that were updated: the content goes, with what was kept for a replay and with sealed emails; then events
--    and the rest. What an operator did to a secret is in a stream of its own, and is left out with that secret.
--
-- Rows are found by `= any(lookups)`; the join only gives each its own values. By the join alone, a plan made while the
-- table was nearly empty may walk its whole index once per batch, and is kept until the next ANALYZE.
--
-- Source: specification 7; security 3.5, 4.2; events reference 2.2, 2.9
create function secrets.end_secrets(
    alone boolean, lookups bytea[], secret_ids uuid[], versions int[], endings text[], confirmed boolean[],
    mailed boolean[], new_events secrets.events[], new_commands secrets.commands[], new_redeliveries secrets.redelivery[])
  returns table (ord int, outcome text) language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  left_out bytea[] := '{}';
  left_ids uuid[] := '{}';
  ended bytea[];
  at timestamptz;
  key bigint;
  current_epoch int;
  of_epoch int;
  named record;
begin
  perform secrets.begin_append();

  for i in 1..cardinality(lookups) loop
    key := hashtextextended('secrets:stream:' || secret_ids[i], 0);
    if alone then
      perform pg_advisory_xact_lock(key);
    elsif not pg_try_advisory_xact_lock(key) then
      left_out := left_out || lookups[i]; ord := i - 1; outcome := 'busy'; return next;
    end if;
  end loop;
  if cardinality(new_commands) > 0 then
    for named in
      select k.command_id, array_position(secret_ids, k.stream_id) as place from unnest(new_commands) k
    loop
      key := hashtextextended('secrets:command:' || named.command_id, 0);
      if alone then
        perform pg_advisory_xact_lock(key);
      elsif lookups[named.place] <> all (left_out) and not pg_try_advisory_xact_lock(key) then
        left_out := left_out || lookups[named.place]; ord := named.place - 1; outcome := 'busy'; return next;
      end if;
    end loop;
  end if;
  if cardinality(new_redeliveries) > 0 then
    for of_epoch in select distinct r.e from unnest(new_redeliveries) r loop
      if alone then
        perform pg_advisory_xact_lock_shared(hashtextextended('secrets:epoch:' || of_epoch, 0));
      elsif not pg_try_advisory_xact_lock_shared(hashtextextended('secrets:epoch:' || of_epoch, 0)) then
        for named in
          select r.lookup, array_position(lookups, r.lookup) as place from unnest(new_redeliveries) r
          where r.e = of_epoch and r.lookup <> all (left_out)
        loop
          left_out := left_out || named.lookup; ord := named.place - 1; outcome := 'busy'; return next;
        end loop;
      end if;
    end loop;
  end if;

  if cardinality(new_commands) > 0 then
    for named in
      select array_position(secret_ids, k.stream_id) as place
      from unnest(new_commands) k join secrets.commands c on c.command_id = k.command_id
    loop
      continue when lookups[named.place] = any (left_out);
      left_out := left_out || lookups[named.place]; ord := named.place - 1; outcome := 'duplicate'; return next;
    end loop;
  end if;
  if cardinality(new_redeliveries) > 0 then
    select k.e into current_epoch from secrets.epoch k where k.state = 'current';
    for named in
      select r.lookup, array_position(lookups, r.lookup) as place from unnest(new_redeliveries) r
      where r.e is distinct from current_epoch and r.lookup <> all (left_out)
    loop
      left_out := left_out || named.lookup; ord := named.place - 1; outcome := 'stale'; return next;
    end loop;
  end if;

  at := clock_timestamp();
  with claimed as (
    update secrets.secret s set state = w.ending, version = s.version + 1, ended_at = at, wshard = null,
        linkbox = null, delivery_confirmed = w.confirmed
      from unnest(lookups, versions, endings, confirmed) w(lookup, version, ending, confirmed)
      where s.lookup = any (lookups) and s.lookup = w.lookup and s.lookup <> all (left_out)
        and s.state = 'new' and s.version = w.version
        and (s.expires > clock_timestamp()) = (w.ending <> 'expired')
      returning s.lookup
  )
  select coalesce(array_agg(c.lookup), '{}') into ended from claimed c;
  if cardinality(ended) + cardinality(left_out) < cardinality(lookups) then
    for i in 1..cardinality(lookups) loop
      if lookups[i] <> all (ended) and lookups[i] <> all (left_out) then
        left_out := left_out || lookups[i]; ord := i - 1; outcome := 'conflict'; return next;
      end if;
    end loop;
  end if;
  if cardinality(ended) = 0 then
    return;
  end if;
  if cardinality(left_out) > 0 then
    left_ids := array(select w.id from unnest(lookups, secret_ids) w(lookup, id) where w.lookup = any (left_out));
    left_ids := left_ids || array(select e.stream_id from unnest(new_events) e
      where e.category = 'operator' and (e.data->>'secretId')::uuid = any (left_ids));
  end if;

  delete from secrets.secret_content c where c.lookup = any (ended);
  delete from secrets.create_replay r where r.lookup = any (ended);
  if true = any (mailed) then
    delete from secrets.delivery_envelope v where v.lookup = any (ended);
  end if;
  perform secrets.record_events(new_events, left_ids, at);
  if cardinality(new_commands) > 0 then
    insert into secrets.commands select k.* from unnest(new_commands) k where k.stream_id <> all (left_ids);
  end if;
  if cardinality(new_redeliveries) > 0 then
    insert into secrets.redelivery select r.* from unnest(new_redeliveries) r where r.lookup <> all (left_out);
  end if;
end $$;

revoke execute on function secrets.end_secrets(boolean, bytea[], uuid[], int[], text[], boolean[], boolean[],
  secrets.events[], secrets.commands[], secrets.redelivery[]) from public;
grant execute on function secrets.end_secrets(boolean, bytea[], uuid[], int[], text[], boolean[], boolean[],
  secrets.events[], secrets.commands[], secrets.redelivery[]) to onceover_secrets;
