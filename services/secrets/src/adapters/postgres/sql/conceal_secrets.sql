-- Conceals: stores new secrets with their content, their events and what goes with them, all or nothing each, one outcome
-- each. One statement, which is its own transaction, for every conceal that queued while the last one ran. It returns a row
-- for each that was not stored.
--
-- Why it is right, and what breaks without each step:
-- 1. It is its transaction's first write, and the log's generation stays (`begin_append`).
-- 2. Locks come before the first write. The shared lock on an epoch keeps its key alive until the commit; the one on a
--    command's id puts a retry behind the first try. Alone it waits for them; among neighbours it only tries, and a command
--    whose lock is taken leaves as `busy` to run alone. A new stream needs no lock: nobody else knows its id.
-- 3. A known command is a `duplicate`: a retry must never fail by its own success.
-- 4. Each secret's own epoch must still be the one that new rows use, and `created` lie within five seconds of the
--    database's clock; else it is `stale`, and the caller seals again. The epoch is asked for by a statement of its own,
--    which sees what was committed before the locks were granted.
-- 5. The inserts come last, for those that are left. The row of `secret` is the head of its stream.
--
-- Rows travel as arrays of the tables' own row types.
--
-- Source: security 3.5; events reference 2.2, 2.9
create function secrets.conceal_secrets(
    alone boolean, new_secrets secrets.secret[], new_contents secrets.secret_content[], new_events secrets.events[],
    new_commands secrets.commands[], new_replays secrets.create_replay[], new_deliveries secrets.delivery[],
    new_envelopes secrets.delivery_envelope[], new_incoming secrets.incoming[])
  returns table (ord int, outcome text) language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  left_out bytea[] := '{}';
  left_ids uuid[] := '{}';
  stale bytea[];
  at timestamptz;
  current_epoch int;
  of_epoch int;
  named record;
begin
  perform secrets.begin_append();

  if cardinality(new_commands) > 0 then
    for named in
      select s.lookup, s.ordinality, hashtextextended('secrets:command:' || k.command_id, 0) as key
      from unnest(new_commands) k join unnest(new_secrets) with ordinality s on s.secret_id = k.stream_id
    loop
      if alone then
        perform pg_advisory_xact_lock(named.key);
      elsif not pg_try_advisory_xact_lock(named.key) then
        left_out := left_out || named.lookup; ord := named.ordinality - 1; outcome := 'busy'; return next;
      end if;
    end loop;
  end if;
  for of_epoch in select distinct s.e from unnest(new_secrets) s loop
    if alone then
      perform pg_advisory_xact_lock_shared(hashtextextended('secrets:epoch:' || of_epoch, 0));
    elsif not pg_try_advisory_xact_lock_shared(hashtextextended('secrets:epoch:' || of_epoch, 0)) then
      return query select (s.ordinality - 1)::int, 'busy' from unnest(new_secrets) with ordinality s
        where s.e = of_epoch and s.lookup <> all (left_out);
      left_out := left_out || array(select s.lookup from unnest(new_secrets) s where s.e = of_epoch);
    end if;
  end loop;

  if cardinality(new_commands) > 0 then
    for named in
      select s.lookup, s.ordinality
      from unnest(new_commands) k
      join secrets.commands c on c.command_id = k.command_id
      join unnest(new_secrets) with ordinality s on s.secret_id = k.stream_id
      where s.lookup <> all (left_out)
    loop
      left_out := left_out || named.lookup; ord := named.ordinality - 1; outcome := 'duplicate'; return next;
    end loop;
  end if;

  at := clock_timestamp();
  select k.e into current_epoch from secrets.epoch k where k.state = 'current';
  stale := array(select s.lookup from unnest(new_secrets) s where s.lookup <> all (left_out)
    and (s.e is distinct from current_epoch or abs(extract(epoch from s.created - at)) >= 5));
  if cardinality(stale) > 0 then
    return query select (s.ordinality - 1)::int, 'stale' from unnest(new_secrets) with ordinality s
      where s.lookup = any (stale);
    left_out := left_out || stale;
  end if;

  if cardinality(left_out) > 0 then
    left_ids := array(select s.secret_id from unnest(new_secrets) s where s.lookup = any (left_out));
  end if;
  insert into secrets.secret select s.* from unnest(new_secrets) s where s.lookup <> all (left_out);
  insert into secrets.secret_content select c.* from unnest(new_contents) c where c.lookup <> all (left_out);
  perform secrets.record_events(new_events, left_ids, at);
  if cardinality(new_commands) > 0 then
    insert into secrets.commands select k.* from unnest(new_commands) k where k.stream_id <> all (left_ids);
  end if;
  if cardinality(new_replays) > 0 then
    insert into secrets.create_replay select r.* from unnest(new_replays) r where r.lookup <> all (left_out);
  end if;
  if cardinality(new_deliveries) > 0 then
    insert into secrets.delivery select d.* from unnest(new_deliveries) d where d.lookup <> all (left_out);
    insert into secrets.delivery_envelope select v.* from unnest(new_envelopes) v where v.lookup <> all (left_out);
  end if;
  if cardinality(new_incoming) > 0 then
    insert into secrets.incoming select i.* from unnest(new_incoming) i where i.lookup <> all (left_out);
  end if;
end $$;

revoke execute on function secrets.conceal_secrets(boolean, secrets.secret[], secrets.secret_content[], secrets.events[],
  secrets.commands[], secrets.create_replay[], secrets.delivery[], secrets.delivery_envelope[], secrets.incoming[]) from public;
grant execute on function secrets.conceal_secrets(boolean, secrets.secret[], secrets.secret_content[], secrets.events[],
  secrets.commands[], secrets.create_replay[], secrets.delivery[], secrets.delivery_envelope[], secrets.incoming[])
  to onceover_secrets;
