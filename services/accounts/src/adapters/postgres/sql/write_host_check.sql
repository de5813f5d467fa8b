-- Writes where a domain's host leads and what its certificate is worth, as a check found it. A check that is older than
-- the one stored, or of a domain that is gone, changes nothing. Whether it leads here stays as it was while the DNS is silent.
create function accounts.write_host_check(in_ref uuid, at timestamptz, in_routing text, in_points_to text[],
  in_our_addresses text[], in_certificate text) returns void language sql as $$
  update accounts.domain set host_checked_at = at, routing = in_routing, points_to = in_points_to,
      our_addresses = in_our_addresses, certificate = in_certificate,
      leads_here = case in_routing when 'dns-unavailable' then leads_here else in_routing = 'pointed' end
    where domain_ref = in_ref and (host_checked_at is null or host_checked_at <= at);
$$;

revoke execute on function accounts.write_host_check(uuid, timestamptz, text, text[], text[], text) from public;
grant execute on function accounts.write_host_check(uuid, timestamptz, text, text[], text[], text) to onceover_accounts;
