-- Takes back an attempt that failed through a fault of ours.
--
-- Source: security 4.2 step 2
create function secrets.give_back_attempt(in_lookup bytea, in_network bytea) returns void language plpgsql as $$
begin
  update secrets.secret set attempts = greatest(attempts - 1, 0), next_try = null
    where lookup = in_lookup and state = 'new';
  update secrets.attempt set count = greatest(count - 1, 0), locked_until = null
    where lookup = in_lookup and network = in_network;
end $$;

revoke execute on function secrets.give_back_attempt(bytea, bytea) from public;
grant execute on function secrets.give_back_attempt(bytea, bytea) to onceover_secrets;
