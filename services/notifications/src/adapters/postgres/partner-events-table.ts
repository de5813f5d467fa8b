import type { HandlerContext } from '@onceover/event-bus';
import { queryOn, type RecordedEvent } from '@onceover/event-store';
import { partnerViewOf, subjectOf } from '@onceover/schema/events/partner-view';
import { everyTenant } from '@onceover/schema/events/tenants';
import type { Logger } from '@onceover/service-kit/logging';
import { sendWebhooksJob } from '../../domain/webhook/webhook.ts';
import { HIDDEN, planDeliveries } from './webhook-plan.ts';

/**
 * Rows travel as a JSON document: the text is the same however many there are. Partners are held in one order, until the commit. The
 * installation gets what is public of everybody's, and none of it says whose it is.
 */
const ADD = `
  with item as (
    select t.partner_ref, t.tenant_ref, r.event_id, r.type, r.subject, r.at,
        case when t.tenant_ref = '${everyTenant}' then r.public_data else r.data end as data,
        row_number() over (partition by t.partner_ref order by r.place) as nth
      from jsonb_to_recordset($2::jsonb)
          r (tenant_ref uuid, event_id uuid, type text, subject uuid, at timestamptz, data jsonb, public_data jsonb, place int)
        join notifications.partner_tenant t on t.tenant_ref in (r.tenant_ref, '${everyTenant}')
  ), held as materialized (
    select p.partner_ref from notifications.partner p
      where p.partner_ref in (select i.partner_ref from item i) order by p.partner_ref for update
  ), moved as (
    update notifications.partner p set position = p.position + i.many
      from (select partner_ref, count(*) as many from item join held using (partner_ref) group by partner_ref) i
      where p.partner_ref = i.partner_ref
      returning p.partner_ref, p.position - i.many as before
  )
  insert into notifications.partner_event as e (partner_ref, position, tenant_ref, event_id, log, type, subject, at, data)
    select i.partner_ref, m.before + i.nth, i.tenant_ref, i.event_id, $1, i.type, i.subject, i.at, i.data
      from item i join moved m using (partner_ref)
    returning e.partner_ref as "partnerRef",
      exists (select from notifications.webhook w where w.partner_ref = e.partner_ref and w.state <> 'removed') as "hasWebhooks"`;

const TENANTS = `
  select distinct t.tenant_ref as "tenantRef" from notifications.partner_tenant t where t.tenant_ref = any ($1::uuid[])`;

const ERASE = 'update notifications.partner p set erased = true where p.partner_ref = any ($1::uuid[])';

/** Nothing more is added or sent; what there is may be much, and is deleted bit by bit. */
const FORGET = `
  with tenants as (
    delete from notifications.partner_tenant t where t.partner_ref = any ($1::uuid[])
  ), topics as (
    delete from notifications.partner_topic t where t.partner_ref = any ($1::uuid[])
  )
  update notifications.webhook w set ${HIDDEN} where w.partner_ref = any ($1::uuid[]) and w.state <> 'removed'`;

/** Partners are held in the same order as for their events. */
const SUSPEND = `
  with held as materialized (
    select p.partner_ref, s.suspended from unnest($1::uuid[], $2::bool[]) s (partner_ref, suspended)
      join notifications.partner p using (partner_ref) order by p.partner_ref for update of p
  )
  update notifications.partner p set suspended = h.suspended from held h
    where p.partner_ref = h.partner_ref and p.suspended <> h.suspended
    returning p.partner_ref as "partnerRef", p.suspended as "isSuspended"`;

const LEFT =
  'select a.partner_ref as "partnerRef" from notifications.partner_access a where a.partner_ref = any ($1::uuid[])';

/** Called in the transaction of the events; no event comes twice. Webhooks of the partners get theirs to send in the same. */
export const createPartnerEventsTable = (log: Logger) => ({
  async add({ tx, changed, enqueue }: HandlerContext, events: readonly RecordedEvent[]) {
    const erased = events.filter(({ type }) => type === 'account.erased').map(({ data }) => data.accountRef);
    if (erased.length > 0) {
      for (const text of [ERASE, FORGET]) await queryOn(tx, text, [erased]);
      await warnOfAccess(tx, log, erased);
    }
    const resumed = await suspend(tx, events);
    if (resumed.length > 0) await enqueue(sendWebhooksJob, {});
    for (const partnerRef of resumed) changed(partnerRef);
    const tenants = [...new Set([...events.map(({ tenantRef }) => tenantRef), everyTenant])];
    const found = await queryOn<{ tenantRef: string }>(tx, TENANTS, [tenants]);
    const theirs = new Set<string | null>(found.rows.map(({ tenantRef }) => tenantRef));
    const isHeard = ({ tenantRef }: RecordedEvent) => theirs.has(tenantRef) || theirs.has(everyTenant);
    const rows = events.filter(isHeard).flatMap(rowsOf);
    if (rows.length === 0) return;
    const [{ source } = { source: '' }] = events;
    const added = await queryOn<Added>(tx, ADD, [source, JSON.stringify(rows)]);
    const partners = new Set(added.rows.map(({ partnerRef }) => partnerRef));
    for (const partnerRef of partners) changed(partnerRef);
    const receiving = added.rows.filter(({ hasWebhooks }) => hasWebhooks).map(({ partnerRef }) => partnerRef);
    const eventIds = rows.map((row) => row.event_id);
    if (receiving.length > 0 && (await planDeliveries(tx, receiving, eventIds))) await enqueue(sendWebhooksJob, {});
  },
});

interface Added {
  readonly partnerRef: string;
  readonly hasWebhooks: boolean;
}

/** What was given at the brokers is taken there by an operator: this service has no way to them. */
async function warnOfAccess(tx: HandlerContext['tx'], log: Logger, erased: readonly unknown[]): Promise<void> {
  const { rows } = await queryOn<{ partnerRef: string }>(tx, LEFT, [erased]);
  for (const { partnerRef } of rows) {
    const command = `npm run partners -- take-access ${partnerRef}`;
    log.warn({ partnerRef, command }, 'an account that was deleted can still read its topic at the brokers');
  }
}

/** What is sent to partners waits while their account is disabled. Gives those for whom it goes on. */
async function suspend(tx: HandlerContext['tx'], events: readonly RecordedEvent[]): Promise<readonly string[]> {
  const turned = events.filter(({ type }) => type === 'account.disabled' || type === 'account.enabled');
  if (turned.length === 0) return [];
  // The last of each counts.
  const states = new Map(turned.map(({ type, data }) => [data.accountRef, type === 'account.disabled']));
  const { rows } = await queryOn<Suspended>(tx, SUSPEND, [[...states.keys()], [...states.values()]]);
  return rows.filter(({ isSuspended }) => !isSuspended).map(({ partnerRef }) => partnerRef);
}

interface Suspended {
  readonly partnerRef: string;
  readonly isSuspended: boolean;
}

/** An event as partners see it; none for a secret that only verifies an account. */
function rowsOf(event: RecordedEvent, place: number) {
  const view = partnerViewOf(event.type);
  if (view === undefined || event.data.kind === 'verification') return [];
  return [
    {
      tenant_ref: event.tenantRef,
      event_id: event.id,
      type: event.type,
      subject: subjectOf(view, event),
      at: event.occurredAt.toISOString(),
      data: view.data.parse(event.data),
      public_data: view.publicData.parse(event.data),
      place,
    },
  ];
}
