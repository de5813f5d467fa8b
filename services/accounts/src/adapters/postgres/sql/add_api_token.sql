-- Stores another token under the SHA-256 of its text; false when the account has as many as it may. One after the other
-- per account, so that no burst gets more tokens than the limit. Tokens past their time make room.
create function accounts.add_api_token(in_id uuid, in_account uuid, in_hash bytea, in_name text, in_scopes text[],
  in_created timestamptz, in_expires timestamptz, max_tokens int) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('accounts:api-token:' || in_account, 0));
  delete from accounts.api_token where account_ref = in_account and expires <= in_created;
  if (select count(*) from accounts.api_token where account_ref = in_account and not is_api) >= max_tokens then
    return false;
  end if;
  insert into accounts.api_token (token_id, account_ref, token_hash, name, is_api, scopes, created, expires)
    values (in_id, in_account, in_hash, in_name, false, in_scopes, in_created, in_expires);
  return true;
end $$;

revoke execute on function accounts.add_api_token(uuid, uuid, bytea, text, text[], timestamptz, timestamptz, int) from public;
grant execute on function accounts.add_api_token(uuid, uuid, bytea, text, text[], timestamptz, timestamptz, int) to onceover_accounts;
