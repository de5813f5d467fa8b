-- Guard of an expiry: ends secrets that nobody opened in time. The opposite of claim_new_secret, by the same clock: one of
-- them finds the row new, never both.
--
-- Gets the rows of every command of a batch and answers with the `ord` of those that hold. It runs inside `append`, under
-- its planner settings; its plan is kept because it is plpgsql.
--
-- Rows are found by `= any(keys)`, never by a join with the recordset: a plan made while a table was nearly empty may walk
-- the whole index of that table once per batch, and is kept until the next ANALYZE (measured: 5 times slower).
--
-- Source: security 3.5
create function secrets.claim_due_secret(rows jsonb) returns setof int language plpgsql as $$
declare
  keys bytea[] := array(
    select decode(r.value ->> 'lookup', 'base64') from jsonb_array_elements(rows) with ordinality r order by r.ordinality);
begin
  return query update secrets.secret s set state = 'expired', ended_at = clock_timestamp()
    where s.lookup = any(keys) and s.state = 'new' and s.expires <= clock_timestamp()
    returning (rows -> (array_position(keys, s.lookup) - 1) ->> 'ord')::int;
end $$;

revoke execute on function secrets.claim_due_secret(jsonb) from public;
grant execute on function secrets.claim_due_secret(jsonb) to onceover_secrets;
