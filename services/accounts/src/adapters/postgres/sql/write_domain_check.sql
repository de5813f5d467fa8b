-- Writes what a check for the proof found, in the commit of its event or alone. Row by row: each is found by its
-- key; a check of a domain that is gone or has moved on since `from_version` changes nothing.
create function accounts.write_domain_check(rows jsonb) returns void language plpgsql as $$
declare
  r record;
begin
  for r in select * from jsonb_to_recordset(rows) as l(domain_ref uuid, from_version int, version int, status text,
      failing_since timestamptz, checked_at timestamptz, finding text, found text[])
  loop
    update accounts.domain d set version = r.version, status = r.status, failing_since = r.failing_since,
        checked_at = r.checked_at, finding = r.finding, found = r.found,
        updated = case when d.status <> r.status then r.checked_at else d.updated end
      where d.domain_ref = r.domain_ref and d.version = r.from_version;
  end loop;
end $$;

revoke execute on function accounts.write_domain_check(jsonb) from public;
grant execute on function accounts.write_domain_check(jsonb) to onceover_accounts;
