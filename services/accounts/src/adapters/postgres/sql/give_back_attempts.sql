-- Takes a try back: it succeeded, or the service failed. A lock it caused ends with it.
create function accounts.give_back_attempts(keys bytea[]) returns void language plpgsql as $$
begin
  update accounts.attempt t set count = greatest(t.count - 1, 0), locked_until = '-infinity' where t.key = any(keys);
end $$;

revoke execute on function accounts.give_back_attempts(bytea[]) from public;
grant execute on function accounts.give_back_attempts(bytea[]) to onceover_accounts;
