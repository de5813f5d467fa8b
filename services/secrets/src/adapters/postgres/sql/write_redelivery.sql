-- Keeps what a claimant may fetch again, sealed under its claim token.
--
-- Gets the rows of every command of a batch. It runs inside `append`, under its planner settings; its plan is kept because
-- it is plpgsql.
create function secrets.write_redelivery(rows jsonb) returns void language plpgsql as $$
begin
  insert into secrets.redelivery (lookup, token_hash, e, rblob, until, left_count)
    select decode(r.lookup, 'base64'), decode(r.token_hash, 'base64'), r.e, decode(r.rblob, 'base64'),
      clock_timestamp() + make_interval(secs => r.seconds), r.left_count
    from jsonb_to_recordset(rows) as r(lookup text, token_hash text, e int, rblob text, seconds int,
      left_count smallint);
end $$;

revoke execute on function secrets.write_redelivery(jsonb) from public;
grant execute on function secrets.write_redelivery(jsonb) to onceover_secrets;
