import { queryRows } from '@onceover/postgres-kit/database-failure';
import type { KeptEvent } from '@onceover/schema/events/cloud-event';
import { deskTenant } from '@onceover/schema/events/tenants';
import type pg from 'pg';
import type { KeptPage, PartnerEvents } from '../../use-cases/partner/follow-events.ts';
import { CHUNK, inChunks } from './in-chunks.ts';

/** How many days events are kept for partners, and how long one may be silent. */
export const PARTNER_DAYS = 30;

/** Leaves out what waits for the webhooks of partners: their event `e` is gone, or no longer theirs. */
const leftOut = (which: string) => `
  update notifications.webhook_delivery d set state = 'skipped', next_try = null, ended = clock_timestamp()
    from ${which} and d.webhook_id = w.webhook_id and d.next_try is not null`;

const OF_TENANTS_GONE = `
  gone g join notifications.webhook w using (partner_ref)
    join notifications.partner_event e using (partner_ref, tenant_ref)
    where d.position = e.position`;

/** Writes only what is new: on the first question of a day, and where whose events it gets has changed. */
export const FOLLOW = {
  name: 'follow events',
  text: `
    with partner as (
      insert into notifications.partner as p (partner_ref, since, asked_on)
        values ($1, clock_timestamp(), current_date)
        on conflict (partner_ref) do update set asked_on = excluded.asked_on where p.asked_on <> excluded.asked_on
    ), gone as (
      delete from notifications.partner_tenant t where t.partner_ref = $1 and not t.tenant_ref = any ($2::uuid[])
        returning t.partner_ref, t.tenant_ref
    ), left_out as (${leftOut(OF_TENANTS_GONE)})
    insert into notifications.partner_tenant as o (tenant_ref, partner_ref, desk)
      select t, $1, case when t = '${deskTenant}' then $3::bytea end from unnest($2::uuid[]) t
      on conflict (tenant_ref, partner_ref) do update set desk = excluded.desk
        where o.desk is distinct from excluded.desk`,
};

/** One statement: the events and how far they go are of one moment. Also where the desk has changed nobody sees what was another's. */
const READ = {
  name: 'read events of a partner',
  text: `
    select p.position::float8 as head, p.cut::float8, p.asked_on = current_date and $2::uuid[] <@ o.tenants and o.tenants <@ $2::uuid[] as "isNoted",
      e.position::float8, e.event_id as "eventId", e.tenant_ref as "tenantRef", e.log, e.type, e.subject, e.at, e.data
    from notifications.partner p
    cross join lateral (
      select coalesce(array_agg(t.tenant_ref), '{}') as tenants from notifications.partner_tenant t where t.partner_ref = p.partner_ref
    ) o
    left join lateral (
      select f.* from notifications.partner_event f
        where f.partner_ref = p.partner_ref and f.position > coalesce($3, 0) and f.position <= p.position
          and f.tenant_ref = any ($2::uuid[]) and ($4::text[] is null or f.type = any ($4::text[]))
        order by f.position limit $5
    ) e on true
    where p.partner_ref = $1
    order by e.position`,
};

interface Row extends Omit<KeptEvent, 'position'> {
  readonly head: number;
  readonly cut: number;
  readonly isNoted: boolean;
  /** Null: there is none. */
  readonly position: number | null;
}

/** `desk`: the HMAC of the desk's address; null: there is none. */
export function createPostgresPartnerEvents(pool: pg.Pool, desk: Buffer | null): PartnerEvents {
  return {
    async follow(partnerRef, tenants) {
      await queryRows(pool, FOLLOW, [partnerRef, tenants, desk]);
    },
    async read({ partnerRef, tenants, after, types }, most): Promise<KeptPage> {
      const rows = await queryRows<Row>(pool, READ, [partnerRef, tenants, after, types, most]);
      const { head: position = 0, cut = 0, isNoted = false } = rows[0] ?? {};
      return { isNoted, position, cut, events: rows.flatMap(eventOf) };
    },
  };
}

function eventOf({ head: _head, cut: _cut, isNoted: _isNoted, position, ...event }: Row): readonly KeptEvent[] {
  return position === null ? [] : [{ position, ...event }];
}

/** What is cut is the beginning of a numbering. One that is being written waits for the next time. */
const CUT = `
  with past as materialized (
    select e.partner_ref, max(e.position) as cut from notifications.partner_event e
      where e.at <= clock_timestamp() - interval '${PARTNER_DAYS} days' group by e.partner_ref limit 200
  ), held as materialized (
    select p.partner_ref, o.cut from notifications.partner p join past o using (partner_ref)
      order by p.partner_ref for update of p skip locked
  ), moved as (
    update notifications.partner p set cut = greatest(p.cut, h.cut) from held h where h.partner_ref = p.partner_ref
  ), left_out as (${leftOut('held h join notifications.webhook w using (partner_ref) where d.position <= h.cut')})
  delete from notifications.partner_event e using held h
    where e.partner_ref = h.partner_ref and e.position <= h.cut returning 1`;

/**
 * Who is silent, and has neither a topic nor a webhook that gets events, is no longer a partner, but the numbering stays and skips a place:
 * nobody is told anything by a position from before, as if nothing had happened since.
 */
const SILENT = `
  with silent as (
    update notifications.partner p set position = p.position + 1, cut = p.position + 1
      where p.asked_on < current_date - ${PARTNER_DAYS}
        and not exists (select from notifications.partner_topic o where o.partner_ref = p.partner_ref)
        and exists (select from notifications.partner_tenant t where t.partner_ref = p.partner_ref)
        and not exists (
          select from notifications.webhook w where w.partner_ref = p.partner_ref and w.state = 'active')
      returning p.partner_ref
  ), tenants as (
    delete from notifications.partner_tenant t using silent s where t.partner_ref = s.partner_ref
  ), left_out as (${leftOut('silent s join notifications.webhook w using (partner_ref) where d.position is not null')})
  delete from notifications.partner_event e using silent s where e.partner_ref = s.partner_ref returning 1`;

/** The desk has another address now: whoever has that is told what is sent to it, once they ask, and nobody else. */
const NO_DESK = `
  with gone as (
    delete from notifications.partner_tenant t
      where t.tenant_ref = '${deskTenant}' and t.desk is distinct from $1::bytea
      returning t.partner_ref, t.tenant_ref
  )
  ${leftOut(OF_TENANTS_GONE)}`;

/** What is left of webhooks that were removed, and of partners whose account was erased. */
const GONE = [
  `delete from notifications.webhook_delivery d where d.delivery_id = any (array(
    select o.delivery_id from notifications.webhook w join notifications.webhook_delivery o using (webhook_id)
    where w.state = 'removed' limit ${CHUNK})) returning 1`,
  `delete from notifications.webhook w where w.state = 'removed' and not exists (
    select from notifications.webhook_delivery d where d.webhook_id = w.webhook_id) returning 1`,
  `delete from notifications.partner_event e using (
      select o.partner_ref, o.position from notifications.partner p join notifications.partner_event o using (partner_ref)
      where p.erased limit ${CHUNK}) o
    where e.partner_ref = o.partner_ref and e.position = o.position returning 1`,
  `delete from notifications.partner p where p.erased
    and not exists (select from notifications.webhook w where w.partner_ref = p.partner_ref)
    and not exists (select from notifications.partner_event e where e.partner_ref = p.partner_ref) returning 1`,
];

/** Deletes what partners are no longer told, and what is kept for those that have not asked for as long, or are no longer there; returns how many rows went. */
export async function cutPartnerEvents(pool: pg.Pool, desk: Buffer | null): Promise<number> {
  await queryRows(pool, { text: NO_DESK }, [desk]);
  let gone = 0;
  for (const text of [CUT, SILENT]) gone += (await queryRows(pool, { text })).length;
  for (const text of GONE) gone += await inChunks(pool, text);
  return gone;
}
