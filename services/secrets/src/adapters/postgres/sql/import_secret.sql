-- Takes over a secret of another server: its row, its event, and its content while it waits. One statement, which is its own
-- transaction, with one secret in it. It returns a row if nothing was stored.
--
-- Why it is right, and what breaks without each step:
-- 1. It is its transaction's first write, and the log's generation stays (`begin_append`).
-- 2. The shared lock on the epoch keeps its key alive until the commit; what was sealed under an older one is `stale`, and the
--    caller seals again. What has ended has no shard and needs no epoch.
-- 3. Both keys are unique in the table, and whoever inserts first has them: another import of the same secret waits for that
--    commit and is a `duplicate`, however far the secret has come since. Asked for before the insert, both would find nothing.
--    The key of a link that is another secret's is a `conflict`.
-- 4. An account that was erased meanwhile keeps no handle and no recipients, as if its secret had been here before.
--
-- Source: dialects 8; security 3.5; events reference 2.2
create function secrets.import_secret(
    new_secrets secrets.secret[], new_contents secrets.secret_content[], new_events secrets.events[])
  returns table (ord int, outcome text) language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  one secrets.secret := new_secrets[1];
  current_epoch int;
begin
  perform secrets.begin_append();

  if one.state = 'new' then
    perform pg_advisory_xact_lock_shared(hashtextextended('secrets:epoch:' || one.e, 0));
    select k.e into current_epoch from secrets.epoch k where k.state = 'current';
    if one.e is distinct from current_epoch then
      ord := 0; outcome := 'stale'; return next; return;
    end if;
  end if;

  if exists (select from secrets.plan_limit p where p.account_ref = one.owner_ref and p.is_erased) then
    one.r := null;
    one.recipients_obscured := null;
  end if;
  insert into secrets.secret select (one).* on conflict do nothing;
  if not found then
    ord := 0;
    outcome := case when exists (select from secrets.secret s where s.mlookup = one.mlookup) then 'duplicate' else 'conflict' end;
    return next; return;
  end if;
  insert into secrets.secret_content select c.* from unnest(new_contents) c;
  perform secrets.record_events(new_events, '{}', clock_timestamp());
end $$;

revoke execute on function secrets.import_secret(secrets.secret[], secrets.secret_content[], secrets.events[]) from public;
grant execute on function secrets.import_secret(secrets.secret[], secrets.secret_content[], secrets.events[])
  to onceover_secrets;
