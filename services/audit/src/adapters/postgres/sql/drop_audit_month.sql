-- Removes the entries of a kind and month from the audit trail. It is the only way an entry goes: it runs as its owner, and only
-- the role that removes from logs may call it.
--
-- Nothing goes that is younger than its kind is kept, and nothing while the end of one of its chains has not been signed: what follows
-- it could no longer be shown to follow. Dropping needs the whole table for a moment; it waits for that no longer than 200 ms.
--
-- Source: events 8.3
create function audit.drop_audit_month(of_kind text, of_month date) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '200ms'
as $$
begin
  if of_month + interval '1 month' > clock_timestamp() - audit.audit_kept(of_kind) then
    raise exception 'the audit trail keeps % % for longer', of_kind, of_month using errcode = 'restrict_violation';
  end if;
  if exists (
    select from audit.entries e where e.kind = of_kind and e.month = of_month and not exists (
      select from audit.signed_checkpoints c
      where c.about = 'closing' and c.tenant_ref = e.tenant_ref and c.kind = e.kind and c.log = e.log and c.seq >= e.seq))
  then
    raise exception 'a chain of % % has not been closed', of_kind, of_month using errcode = 'restrict_violation';
  end if;
  execute format('drop table if exists audit.%I', 'entries_' || of_kind || '_' || to_char(of_month, 'YYYY_MM'));
end $$;

revoke execute on function audit.drop_audit_month(text, date) from public;
grant execute on function audit.drop_audit_month(text, date) to onceover_retention;
