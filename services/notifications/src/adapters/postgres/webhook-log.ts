import { queryRow, queryRows } from '@onceover/postgres-kit/database-failure';
import { testType } from '@onceover/schema/events/cloud-event';
import type { Foundation } from '@onceover/service-shell/foundation';
import type { Attempt, Delivery, DeliveryLog, LoggedDelivery, PartnerRange } from '../../use-cases/webhook/webhooks.ts';
import { CHUNK } from './in-chunks.ts';

/** What is on its way still waits. While a webhook is paused or switched off, nothing but tests is tried. */
const COLUMNS = `
  d.delivery_id as "deliveryId", d.event_id as "eventId", d.type, d.subject, d.position::float8,
  case d.state when 'sending' then 'waiting' else d.state end as state, d.created as "createdAt",
  case when d.position is null or w.state = 'active' then d.next_try end as "nextTry",
  (extract(epoch from d.created) * 1000000)::bigint::text as place,
  coalesce((
    select jsonb_agg(jsonb_build_object('at', a.at, 'durationMs', a.duration_ms, 'status', a.status, 'problem', a.problem)
        order by a.attempt)
      from notifications.webhook_attempt a where a.delivery_id = d.delivery_id), '[]') as attempts`;

const PAGE = {
  name: 'page of webhook log',
  text: `
    select ${COLUMNS}
      from notifications.webhook_delivery d join notifications.webhook w using (webhook_id)
      where d.webhook_id = $1::uuid
        and ($3::bigint is null or (d.created, d.delivery_id)
          < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid))
        and ($5::text is null or $5 = case d.state when 'sending' then 'waiting' else d.state end)
        and ($6::uuid is null or $6::uuid in (d.event_id, d.subject, d.delivery_id))
        and ($7::text is null or position($7 in d.type) > 0)
      order by d.created desc, d.delivery_id desc limit $2::int`,
};

const FIND = {
  name: 'find in webhook log',
  text: `
    select ${COLUMNS} from notifications.webhook_delivery d join notifications.webhook w using (webhook_id)
      where d.webhook_id = $1::uuid and d.delivery_id = $2::uuid`,
};

/** Tests of a moment are counted one after the other. */
const TEST = {
  name: 'test webhook',
  text: `
    with held as materialized (
      select w.webhook_id from notifications.webhook w where w.webhook_id = $1::uuid and w.state <> 'removed' for no key update
    ), earlier as (
      select count(*) as many, min(d.created) as oldest
        from held join notifications.webhook_delivery d using (webhook_id)
        where d.position is null and d.created > clock_timestamp() - interval '1 hour'
    ), made as (
      insert into notifications.webhook_delivery (delivery_id, webhook_id, event_id, type, next_try, created)
        select $2::uuid, h.webhook_id, $3::uuid, '${testType}', clock_timestamp(), clock_timestamp()
          from held h cross join earlier e where e.many < $4::int
        returning 1
    )
    select ceil(extract(epoch from e.oldest + interval '1 hour' - clock_timestamp()))::int as rest
      from earlier e where exists (select from held) and not exists (select from made)`,
};

/** Of one that is on its way nothing changes: it is being sent. */
const SEND_AGAIN = {
  name: 'send webhook again',
  text: `
    with kept as (
      select d.delivery_id from notifications.webhook_delivery d
        join notifications.webhook w using (webhook_id)
        where d.delivery_id = $1::uuid and (d.position is null or exists (
          select from notifications.partner_event e join notifications.partner_tenant t using (partner_ref, tenant_ref)
            where e.partner_ref = w.partner_ref and e.position = d.position))
    ), due as (
      update notifications.webhook_delivery d
        set state = 'waiting', tries = 0, next_try = clock_timestamp(), ended = null
        from kept k where k.delivery_id = d.delivery_id and d.state <> 'sending'
    )
    select from kept`,
};

const RANGE = {
  name: 'range of a partner',
  text: `select p.position::float8, p.cut::float8 from notifications.partner p where p.partner_ref = $1::uuid`,
};

/** However long the range is, a statement reads one chunk of it. */
const REPLAY = {
  name: 'replay to webhook',
  text: `
    with page as materialized (
      select w.webhook_id, e.position, e.event_id, e.type, e.subject
        from notifications.webhook w join notifications.partner_event e using (partner_ref)
          join notifications.partner_tenant t using (partner_ref, tenant_ref)
        where w.webhook_id = $1::uuid and e.position > $2::bigint and ($3::bigint is null or e.position <= $3::bigint)
          and w.state <> 'removed' and (w.types is null or e.type = any (w.types))
        order by e.position limit ${CHUNK}
        for key share of w
    ), due as (
      insert into notifications.webhook_delivery as d
          (delivery_id, webhook_id, position, event_id, type, subject, next_try, created)
        select gen_random_uuid(), p.webhook_id, p.position, p.event_id, p.type, p.subject, clock_timestamp(), clock_timestamp()
          from page p order by p.position
        on conflict (webhook_id, event_id) do update
          set state = 'waiting', tries = 0, next_try = excluded.next_try, ended = null
          where d.state <> 'sending' and (not $4::bool or d.state <> 'delivered')
        returning 1
    )
    select (select count(*)::int from due) as count, count(*)::int as read, max(p.position)::float8 as last from page p`,
};

interface Replayed {
  /** Of the events read, how many are due. */
  readonly count: number;
  readonly read: number;
  /** The position of the last one read; null: there was none. */
  readonly last: number | null;
}

type Row = Omit<Delivery, 'attempts'> & {
  readonly place: string;
  readonly attempts: readonly (Omit<Attempt, 'at'> & { readonly at: string })[];
};

/** The tables `notifications.webhook_delivery` and `webhook_attempt`, as people look at them. */
export function createPostgresDeliveryLog({ pool }: Pick<Foundation, 'pool'>): DeliveryLog {
  return {
    async page(webhookId, { first, after, state, search }) {
      const [created, deliveryId] = after === null ? [null, null] : [after.created, after.deliveryId];
      const [id, part] = search === null ? [null, null] : UUID.test(search) ? [search, null] : [null, search];
      const values = [webhookId, first, created, deliveryId, state, id, part];
      return (await queryRows<Row>(pool, PAGE, values)).map(loggedOf);
    },
    async find(webhookId, deliveryId) {
      const row = await queryRow<Row>(pool, FIND, [webhookId, deliveryId]);
      return row === null ? null : loggedOf(row);
    },
    async test(webhookId, { deliveryId, eventId }, perHour) {
      const row = await queryRow<{ rest: number }>(pool, TEST, [webhookId, deliveryId, eventId, perHour]);
      return row === null ? null : Math.max(1, row.rest);
    },
    sendAgain: async (deliveryId) => (await queryRows(pool, SEND_AGAIN, [deliveryId])).length > 0,
    async rangeOf(partnerRef) {
      return (await queryRow<PartnerRange>(pool, RANGE, [partnerRef])) ?? { position: 0, cut: 0 };
    },
    async replay(webhookId, { after, upTo, failedOnly }) {
      let [count, last] = [0, after];
      for (let read = CHUNK; read === CHUNK; ) {
        const page = await queryRow<Replayed>(pool, REPLAY, [webhookId, last, upTo, failedOnly]);
        if (page === null) break;
        count += page.count;
        read = page.read;
        last = page.last ?? last;
      }
      return count;
    },
  };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function loggedOf({ place, attempts, ...row }: Row): LoggedDelivery {
  return {
    ...row,
    attempts: attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at) })),
    place: { created: place, deliveryId: row.deliveryId },
  };
}
