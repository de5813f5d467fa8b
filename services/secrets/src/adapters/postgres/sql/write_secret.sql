-- Stores what a conceal makes: state, content, shard and the creator's metadata.
--
-- Gets the rows of every command of a batch. It runs inside `append`, under its planner settings; its plan is kept because
-- it is plpgsql.
create function secrets.write_secret(rows jsonb) returns void language plpgsql as $$
begin
  insert into secrets.secret (lookup, secret_id, short, kind, owner_ref, share_domain_id, flags, kdf, ttl,
      original_size, created, expires)
    select decode(r.lookup, 'base64'), r.secret_id, r.short, r.kind, r.owner_ref, r.share_domain_id, r.flags, r.kdf,
      r.ttl, r.original_size, r.created, r.expires
    from jsonb_to_recordset(rows) as r(lookup text, secret_id uuid, short text, kind text, owner_ref uuid,
      share_domain_id text, flags smallint, kdf smallint, ttl int, original_size int, created timestamptz,
      expires timestamptz);
  insert into secrets.secret_content (lookup, ct)
    select decode(r.lookup, 'base64'), decode(r.ct, 'base64')
    from jsonb_to_recordset(rows) as r(lookup text, ct text);
  insert into secrets.shard (lookup, e, wshard)
    select decode(r.lookup, 'base64'), r.e, decode(r.wshard, 'base64')
    from jsonb_to_recordset(rows) as r(lookup text, e int, wshard text);
  insert into secrets.metadata (mlookup, mshort, r, lookup, secret_id, linkbox, share_domain, updated, until,
      recipients_obscured)
    select decode(r.mlookup, 'base64'), r.mshort, r.r, decode(r.lookup, 'base64'), r.secret_id,
      decode(r.linkbox, 'base64'), r.share_domain, r.created, r.until, r.recipients
    from jsonb_to_recordset(rows) as r(mlookup text, mshort text, r text, lookup text, secret_id uuid, linkbox text,
      share_domain text, created timestamptz, until timestamptz, recipients text);
end $$;

revoke execute on function secrets.write_secret(jsonb) from public;
grant execute on function secrets.write_secret(jsonb) to onceover_secrets;
