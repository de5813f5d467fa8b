-- Guard of a reveal or a burn: ends secrets that are new and within their lifetime, by the clock of this very moment.
--
-- This is the place that decides whether a secret is open. The second reveal is refused because its row is no longer new:
-- whoever updates the row first has the secret; whoever waited for the row lock finds another state and gets no `ord`, and
-- that whole command is a conflict that writes nothing. What reads say of a secret (`openable` in vault/secret-row.ts, the
-- decisions in domain/secret) is only how it looked a moment earlier.
--
-- Gets the rows of every command of a batch and answers with the `ord` of those that hold. It runs inside `append`, under
-- its planner settings; its plan is kept because it is plpgsql.
--
-- Rows are found by `= any(keys)`, never by a join with the recordset: a plan made while a table was nearly empty may walk
-- the whole index of that table once per batch, and is kept until the next ANALYZE (measured: 5 times slower).
--
-- Source: specification 7; security 4.2
create function secrets.claim_new_secret(rows jsonb) returns setof int language plpgsql as $$
declare
  keys bytea[] := array(
    select decode(r.value ->> 'lookup', 'base64') from jsonb_array_elements(rows) with ordinality r order by r.ordinality);
begin
  return query update secrets.secret s
    set state = rows -> (array_position(keys, s.lookup) - 1) ->> 'state', ended_at = clock_timestamp()
    where s.lookup = any(keys) and s.state = 'new' and s.expires > clock_timestamp()
    returning (rows -> (array_position(keys, s.lookup) - 1) ->> 'ord')::int;
end $$;

revoke execute on function secrets.claim_new_secret(jsonb) from public;
grant execute on function secrets.claim_new_secret(jsonb) to onceover_secrets;
