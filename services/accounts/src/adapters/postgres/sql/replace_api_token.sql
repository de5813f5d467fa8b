-- Stores the account's token named "api" in the place of the one before, which stops at once. One after the other per
-- account: of two requests at the same time the later one's token is good.
create function accounts.replace_api_token(in_id uuid, in_account uuid, in_hash bytea, in_name text, in_scopes text[],
  in_created timestamptz) returns uuid language plpgsql as $$
declare
  replaced uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('accounts:api-token:' || in_account, 0));
  delete from accounts.api_token where account_ref = in_account and is_api returning token_id into replaced;
  insert into accounts.api_token (token_id, account_ref, token_hash, name, is_api, scopes, created)
    values (in_id, in_account, in_hash, in_name, true, in_scopes, in_created);
  return replaced;
end $$;

revoke execute on function accounts.replace_api_token(uuid, uuid, bytea, text, text[], timestamptz) from public;
grant execute on function accounts.replace_api_token(uuid, uuid, bytea, text, text[], timestamptz) to onceover_accounts;
