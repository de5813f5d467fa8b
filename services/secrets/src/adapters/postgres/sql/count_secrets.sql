-- Counts for colonels, taken from the rows that are there when somebody asks, so that no conceal or reveal pays for them;
-- what the purge removed is in `tally`.
create function secrets.count_secrets()
  returns table (metadata_count bigint, secret_count bigint, created bigint, shared bigint, emails bigint)
  language plpgsql set enable_seqscan = on as $$
#variable_conflict use_column
begin
  return query select
    s.shown, s.living, t.created + s.created, t.shared + s.shared,
    t.emails + (select count(*) from secrets.delivery d where d.status in ('sent', 'bounced'))
  from secrets.tally t cross join (
    select count(*) filter (where until > clock_timestamp()) as shown,
      count(*) filter (where state = 'new' and expires > clock_timestamp()) as living,
      count(*) filter (where kind <> 'verification') as created,
      count(*) filter (where kind <> 'verification' and state = 'received') as shared
    from secrets.secret) s;
end $$;

revoke execute on function secrets.count_secrets() from public;
grant execute on function secrets.count_secrets() to onceover_secrets;
