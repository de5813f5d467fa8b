import { queryRow, queryRows } from '@onceover/postgres-kit/database-failure';
import type { KeptEvent } from '@onceover/schema/events/cloud-event';
import type { Logger } from '@onceover/service-kit/logging';
import type { Foundation } from '@onceover/service-shell/foundation';
import type { DueDeliveries, TakenDelivery } from '../../use-cases/webhook/webhooks.ts';
import type { WebhookCipher } from '../keys/webhook-cipher.ts';

/** For how long a delivery is with whoever took it; four times what a receiver may take. */
const LEASE = `interval '60 s'`;

/** Of one webhook, on their way at once. */
const OF_ONE = 2;
const FREED_AT_ONCE = 200;

/** Until one that could not be opened is taken again: its key is lost, or the keys directory is another one. */
const UNOPENED_REST_SECONDS = 600;

/** Of one process, kept for webhooks that have nothing in hand: whoever is slow has one in hand, or what is left. */
const KEPT_FOR_FIRST = 16;

/**
 * Webhooks that have something waiting are found one by one in the index, and of each that gets anything now the oldest few are read, so
 * the cost is that of what is sent, however much waits. Whoever has less in hand comes first; whoever else takes one in the same moment
 * has it. Events that are no longer the partner's, such as the desk's once the desk has changed, are not sent. They are looked up one by
 * one: a plan that reads all of a partner would do so at each turn.
 */
const TAKE = {
  name: 'take webhook deliveries',
  text: `
    with recursive waiting as (
      (select d.webhook_id from notifications.webhook_delivery d
        where d.next_try is not null order by d.webhook_id limit 1)
      union all
      select (select d.webhook_id from notifications.webhook_delivery d
          where d.next_try is not null and d.webhook_id > o.webhook_id order by d.webhook_id limit 1)
        from waiting o where o.webhook_id is not null
    ), receiving as materialized (
      select w.webhook_id, w.partner_ref, w.state, w.failing_since is not null as is_failing, (
          select count(*) from notifications.webhook_delivery s where s.webhook_id = w.webhook_id and s.state = 'sending') as in_hand
        from waiting o join notifications.webhook w using (webhook_id) join notifications.partner p using (partner_ref)
        where w.state <> 'removed' and not p.suspended
    ), candidate as (
      select c.delivery_id, c.next_try, c.position, r.partner_ref, r.is_failing,
          r.in_hand + row_number() over (partition by r.webhook_id order by c.next_try, c.position) as turn
        from receiving r cross join lateral (
          (select d.delivery_id, d.next_try, d.position from notifications.webhook_delivery d
            where r.state = 'active' and d.webhook_id = r.webhook_id and d.next_try <= statement_timestamp()
            order by d.next_try, d.position limit greatest(0, ${OF_ONE} - r.in_hand))
          union all
          (select d.delivery_id, d.next_try, d.position from notifications.webhook_delivery d
            where r.state <> 'active' and d.webhook_id = r.webhook_id and d.position is null
              and d.next_try <= statement_timestamp()
            order by d.next_try limit greatest(0, ${OF_ONE} - r.in_hand))
        ) c
    ), allowed as (
      select a.*, row_number() over (order by a.turn, a.is_failing, a.next_try, a.position) as place
        from (
          select c.*, row_number() over (partition by c.is_failing order by c.turn, c.next_try, c.position) as nth from candidate c
        ) a
        where not a.is_failing or a.nth <= $2::int
    ), held as materialized (
      select d.delivery_id, d.position is null or exists (
          select from notifications.partner_event e join notifications.partner_tenant t using (partner_ref, tenant_ref)
            where e.partner_ref = a.partner_ref and e.position = d.position) as is_theirs
        from (
          select * from allowed
            where place <= $1::int - case when turn > 1 then ${KEPT_FOR_FIRST} else 0 end order by place limit $1::int
        ) a join notifications.webhook_delivery d using (delivery_id)
        where d.next_try is not null
        for update of d skip locked
    ), left_out as (
      update notifications.webhook_delivery d set state = 'skipped', next_try = null, ended = clock_timestamp()
        from held h where h.delivery_id = d.delivery_id and not h.is_theirs
    ), taken as (
      update notifications.webhook_delivery d
        set state = 'sending', attempts = d.attempts + 1, next_try = null, overdue_at = clock_timestamp() + ${LEASE}
        from held h where h.delivery_id = d.delivery_id and h.is_theirs
        returning d.*
    )
    select t.delivery_id as "deliveryId", t.webhook_id as "webhookId", t.attempts as attempt, t.tries, t.event_id as "eventId",
        t.created as "createdAt", clock_timestamp() as now, w.failing_since is not null as "isFailing", w.target, w.secret, w.private_key as "privateKey",
        case when w.old_secret_until > clock_timestamp() then w.old_secret end as "oldSecret",
        e.position::float8, e.tenant_ref as "tenantRef", e.log, e.type, e.subject, e.at, e.data
      from taken t join notifications.webhook w using (webhook_id)
        left join lateral (
          select * from notifications.partner_event e
            where e.partner_ref = w.partner_ref and e.position = t.position limit 1
        ) e on true
      order by t.position`,
};

/** The webhook is held before the delivery, as by everybody who changes both. A test that fails says nothing about the others. */
const RECORD = {
  name: 'record webhook attempt',
  text: `
    with held as materialized (
      select w.webhook_id, w.failing_since from notifications.webhook w where w.webhook_id = $3::uuid for no key update
    ), tried as (
      update notifications.webhook_delivery d
        set state = case when $7::text is null then 'delivered' when $8::float8 is null then 'failed' else 'waiting' end,
          tries = d.tries + case when $9::bool then 1 else 0 end,
          next_try = case when $7::text is not null then clock_timestamp() + make_interval(secs => $8::float8) end,
          overdue_at = null,
          ended = case when $7::text is null or $8::float8 is null then clock_timestamp() end
        from held h
        where d.webhook_id = h.webhook_id and d.delivery_id = $1::uuid and d.attempts = $2::int and d.state = 'sending'
        returning d.delivery_id, d.webhook_id, d.position
    ), noted as (
      insert into notifications.webhook_attempt (delivery_id, attempt, at, duration_ms, status, problem)
        select t.delivery_id, $2::int, $4::timestamptz, $5::int, $6::int, $7::text from tried t
    ), told as (
      update notifications.webhook w
        set failing_since = case when $7::text is not null then $4::timestamptz end,
          last_delivered = case when $7::text is null then clock_timestamp() else w.last_delivered end
        from tried t join held h using (webhook_id)
        where w.webhook_id = t.webhook_id
          and case when $7::text is not null then h.failing_since is null and t.position is not null and $9::bool
            else h.failing_since is not null or w.last_delivered is null
              or w.last_delivered < clock_timestamp() - interval '1 s' end
    )
    select coalesce(h.failing_since, $4::timestamptz) as since
      from tried t join held h using (webhook_id)
      where $7::text is not null and t.position is not null and $9::bool`,
};

const PUT_BACK = {
  name: 'put webhook delivery back',
  text: `
    update notifications.webhook_delivery d
      set state = 'waiting', overdue_at = null, next_try = clock_timestamp() + make_interval(secs => $3::float8)
      where d.delivery_id = $1::uuid and d.attempts = $2::int and d.state = 'sending'`,
};

const FREE_OVERDUE = {
  name: 'free webhook deliveries',
  text: `
    with late as materialized (
      select d.delivery_id, d.overdue_at from notifications.webhook_delivery d
        where d.state = 'sending' and d.overdue_at <= clock_timestamp() limit ${FREED_AT_ONCE} for update skip locked
    ), freed as (
      update notifications.webhook_delivery d set state = 'waiting', overdue_at = null, next_try = clock_timestamp()
        from late l where l.delivery_id = d.delivery_id
        returning d.delivery_id, d.attempts, l.overdue_at
    )
    insert into notifications.webhook_attempt (delivery_id, attempt, at, duration_ms, problem)
      select f.delivery_id, f.attempts, f.overdue_at - ${LEASE}, 0, 'interrupted' from freed f
      returning 1`,
};

const HAS_DUE = {
  name: 'has due webhook deliveries',
  text: `
    select exists (select from notifications.webhook_delivery d where d.state = 'sending')
      or exists (
        select from notifications.webhook w join notifications.partner p using (partner_ref)
          where w.state <> 'removed' and not p.suspended and (
            w.state = 'active' and exists (
              select from notifications.webhook_delivery d where d.webhook_id = w.webhook_id and d.next_try <= statement_timestamp())
            or exists (
              select from notifications.webhook_delivery d
                where d.webhook_id = w.webhook_id and d.position is null and d.next_try <= statement_timestamp()))) as "hasDue"`,
};

interface Row
  extends Pick<
    TakenDelivery,
    'deliveryId' | 'webhookId' | 'attempt' | 'tries' | 'eventId' | 'isFailing' | 'createdAt'
  > {
  readonly now: Date;
  readonly target: Buffer;
  readonly secret: Buffer;
  readonly oldSecret: Buffer | null;
  readonly privateKey: Buffer;
  /** Null: a test. */
  readonly position: number | null;
  readonly tenantRef: string;
  readonly log: string;
  readonly type: string;
  readonly subject: string | null;
  readonly at: Date;
  readonly data: KeptEvent['data'];
}

/** Throws `AuthenticationFailed` where another keys directory has sealed it. */
function takenOf(
  { now, target, secret, oldSecret, privateKey, position, tenantRef, log, type, subject, at, data, ...row }: Row,
  { open }: Pick<WebhookCipher, 'open'>,
): TakenDelivery {
  const { webhookId, eventId } = row;
  const secrets = [secret, oldSecret].filter((sealed) => sealed !== null);
  return {
    ...row,
    at: now,
    event: position === null ? null : { position, eventId, tenantRef, log, type, subject, at, data },
    url: JSON.parse(open(webhookId, 'target', target)).url,
    secrets: secrets.map((sealed) => open(webhookId, 'secret', sealed)),
    privateKey: open(webhookId, 'private-key', privateKey),
  };
}

/** The table `notifications.webhook_delivery`, as those who send look at it: all by the database's clock. */
export function createPostgresDueDeliveries(
  { pool }: Pick<Foundation, 'pool'>,
  cipher: Pick<WebhookCipher, 'open'>,
  log: Pick<Logger, 'warn'>,
): DueDeliveries {
  return {
    async take(most, mostFailing) {
      const opened = [];
      for (const row of await queryRows<Row>(pool, TAKE, [most, mostFailing])) {
        try {
          opened.push(takenOf(row, cipher));
        } catch {
          // What went wrong is not told: it may quote what was opened.
          const { deliveryId, webhookId, attempt } = row;
          log.warn({ webhookId }, 'a webhook cannot be opened; it is tried again');
          await queryRows(pool, PUT_BACK, [deliveryId, attempt, UNOPENED_REST_SECONDS]);
        }
      }
      return opened;
    },
    async record({ deliveryId, attempt, webhookId }, { at, durationMs, status, problem, restSeconds, isCounted }) {
      const values = [deliveryId, attempt, webhookId, at, durationMs, status, problem, restSeconds, isCounted];
      return (await queryRow<{ since: Date }>(pool, RECORD, values))?.since ?? null;
    },
    async putBack({ deliveryId, attempt }, restSeconds) {
      await queryRows(pool, PUT_BACK, [deliveryId, attempt, restSeconds]);
    },
    freeOverdue: async () => (await queryRows(pool, FREE_OVERDUE)).length,
    hasDue: async () => (await queryRow<{ hasDue: boolean }>(pool, HAS_DUE))?.hasDue === true,
  };
}
