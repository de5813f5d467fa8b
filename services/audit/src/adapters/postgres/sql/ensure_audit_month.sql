-- Makes sure that entries of a kind can be added for a month. It runs as its owner, so that the service need not own the
-- trail. The month is looked for again behind the lock: two logs may reach a new month at the same moment.
--
-- Call it before the transaction adds an entry: a new partition needs the whole table for a moment.
--
-- Source: events 8.3
create function audit.ensure_audit_month(of_kind text, of_month date) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  partition_name text := 'entries_' || of_kind || '_' || to_char(of_month, 'YYYY_MM');
begin
  perform audit.audit_kept(of_kind);
  if date_trunc('month', of_month)::date <> of_month then
    raise exception 'no first day of a month: %', of_month using errcode = 'invalid_parameter_value';
  end if;
  if to_regclass(format('audit.%I', partition_name)) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('audit:months', 0));
  if to_regclass(format('audit.%I', partition_name)) is not null then
    return;
  end if;
  execute format('create table audit.%I partition of audit.entries for values from (%L, %L) to (%L, %L)',
    partition_name, of_kind, of_month, of_kind, (of_month + interval '1 month')::date);
  execute format('create trigger entries_no_truncate before truncate on audit.%I
    for each statement execute function audit.refuse_audit_change()', partition_name);
end $$;

revoke execute on function audit.ensure_audit_month(text, date) from public;
grant execute on function audit.ensure_audit_month(text, date) to onceover_audit;
