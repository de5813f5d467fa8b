-- To whom the events of a secret belong: its owner, or the support desk for what visitors send there (`deskTenant` in
-- schema/events); null: to nobody.
create function secrets.tenant_of(owner_ref uuid, kind text) returns uuid language sql immutable parallel safe as $$
  select coalesce(owner_ref, case when kind = 'incoming' then '0de5c0de-0000-4000-8000-000000000001'::uuid end)
$$;

revoke execute on function secrets.tenant_of(uuid, text) from public;
grant execute on function secrets.tenant_of(uuid, text) to onceover_secrets;
