-- Deletes the rows of removed domains, in the commit of their events: from then on anybody else may prove the host.
create function accounts.write_domain_removal(rows jsonb) returns void language plpgsql as $$
declare
  keys uuid[] := array(select (r.value ->> 'domain_ref')::uuid from jsonb_array_elements(rows) r);
begin
  delete from accounts.domain d where d.domain_ref = any(keys);
end $$;

revoke execute on function accounts.write_domain_removal(jsonb) from public;
grant execute on function accounts.write_domain_removal(jsonb) to onceover_accounts;
