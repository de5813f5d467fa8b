-- Writes the row of a domain that is being added, in the commit of its event. The unique indexes decide races: a host
-- once per account, and served for one account only.
create function accounts.write_domain(rows jsonb) returns void language plpgsql as $$
begin
  insert into accounts.domain (domain_ref, domain_id, account_ref, original, host, display, base_domain, tld,
      challenge, txt_value, kept_txt_host, created, updated)
    select r.domain_ref, r.domain_id, r.account_ref, r.original, r.host, r.display, r.base_domain, r.tld,
      r.challenge, r.txt_value, r.kept_txt_host, r.created, r.created
    from jsonb_to_recordset(rows) as r(domain_ref uuid, domain_id text, account_ref uuid, original text, host text,
      display text, base_domain text, tld text, challenge text, txt_value text, kept_txt_host text,
      created timestamptz);
end $$;

revoke execute on function accounts.write_domain(jsonb) from public;
grant execute on function accounts.write_domain(jsonb) to onceover_accounts;
