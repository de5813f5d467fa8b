import { inTransaction, queryOn } from '@onceover/event-store';
import { queryRow, queryRows } from '@onceover/postgres-kit/database-failure';
import type { Foundation } from '@onceover/service-shell/foundation';
import type { Knex } from 'knex';
import { sendMailJob } from '../../domain/mail/mail-jobs.ts';
import type { Mails, TakenMail, WantedMail } from '../../use-cases/mail/ports.ts';

/** For how long an email is with whoever took it; twice what a mail server may take. */
const LEASE = `interval '60 s'`;
const REQUEUED_AT_ONCE = 200;

/** An event asks for one email to one recipient; several recipients are several events. */
const ONLY_SLOT = 0;

/** How long an email waits for others of its digest, and how many come along with the first. */
const DIGEST_REST = `interval '900 s'`;
const MOST_ALONG = 199;

const WRITE_DOWN = `
  insert into notifications.mail
      (delivery_id, event_id, template, recipient_slot, requested_by, tenant_ref, subject_ref, place, correlation_id,
        traceparent, in_digest, next_try, overdue_at)
    select $1::uuid, $2::uuid, $3, ${ONLY_SLOT}, $4, $5, $6, $7::int, $8, $9, $10::bool,
        case when $10::bool then clock_timestamp() + ${DIGEST_REST} else clock_timestamp() end,
        clock_timestamp() + case when $10::bool then ${DIGEST_REST} else ${LEASE} end
    on conflict do nothing`;

/** Selects a `TakenMail`. */
export const TAKEN = `
  m.delivery_id as "deliveryId", m.event_id as "eventId", m.template, m.requested_by as "requestedBy",
  m.tenant_ref as "tenantRef", m.subject_ref as "subjectRef", m.correlation_id as "correlationId", m.traceparent,
  m.in_digest as "inDigest", m.attempts as attempt, m.round`;

const TAKE = {
  name: 'take mail',
  text: `
    update notifications.mail m
      set state = 'sending', attempts = m.attempts + 1, overdue_at = clock_timestamp() + ${LEASE}
      where m.delivery_id = $1::uuid and m.state = 'queued' and m.next_try <= clock_timestamp()
      returning ${TAKEN}`,
};

/** However young: the first that is due takes all others along, so that a desk gets few emails. */
const TAKE_FOR_DIGEST = {
  name: 'take mail for a digest',
  text: `
    with waiting as materialized (
      select m.delivery_id from notifications.mail m
      where m.in_digest and m.state = 'queued' and (m.attempts = 0 or m.next_try <= clock_timestamp())
      order by m.delivery_id limit ${MOST_ALONG} for update skip locked
    )
    update notifications.mail m
      set state = 'sending', attempts = m.attempts + 1, overdue_at = clock_timestamp() + ${LEASE}
      where m.delivery_id = any (array(select w.delivery_id from waiting w))
      returning ${TAKEN}`,
};

const PUT_BACK = {
  name: 'put mail back',
  text: `
    update notifications.mail m
      set state = 'queued', attempts = m.attempts - $3::int, reason_code = coalesce($4::text, m.reason_code),
        next_try = clock_timestamp() + make_interval(secs => $5::int),
        overdue_at = clock_timestamp() + make_interval(secs => $5::int)
      where m.delivery_id = $1::uuid and m.state = 'sending' and m.attempts = $2::int`,
};

const REQUEUE_OVERDUE = `
  with late as materialized (
    select m.delivery_id from notifications.mail m
    where m.state in ('queued', 'sending') and m.overdue_at <= clock_timestamp()
    order by m.overdue_at limit ${REQUEUED_AT_ONCE} for update skip locked
  )
  update notifications.mail m
    set state = 'queued', next_try = clock_timestamp(), overdue_at = clock_timestamp() + ${LEASE}
    where m.delivery_id = any (array(select l.delivery_id from late l))
    returning m.delivery_id as "deliveryId", m.traceparent, m.in_digest as "inDigest"`;

const HAS_DUE = {
  name: 'has due mail',
  text: `
    select exists (
      select from notifications.mail m
      where m.state = 'sending' or m.state = 'queued' and m.next_try <= clock_timestamp()) as "hasDue"`,
};

/** The table `notifications.mail`, judged by the database's clock. */
export function createPostgresMails({ pool, knex, jobsIn }: Pick<Foundation, 'pool' | 'knex' | 'jobsIn'>): Mails {
  const putBack = async ({ deliveryId, attempt }: TakenMail, uncounted: number, reason: string | null, rest: number) =>
    void (await queryRows(pool, PUT_BACK, [deliveryId, attempt, uncounted, reason, rest]));
  return {
    take: (deliveryId) => queryRow(pool, TAKE, [deliveryId]),
    takeForDigest: () => queryRows(pool, TAKE_FOR_DIGEST),
    retryLater: (mail, restSeconds, reasonCode) => putBack(mail, 0, reasonCode, restSeconds),
    giveBack: (mail, restSeconds) => putBack(mail, 1, null, restSeconds),
    requeueOverdue: () =>
      inTransaction(knex, async (tx) => {
        const { rows } = await queryOn<Pick<TakenMail, 'deliveryId' | 'traceparent' | 'inDigest'>>(tx, REQUEUE_OVERDUE);
        const enqueue = jobsIn(tx);
        // The first of a digest takes the others along; a job for each would take them apart.
        const first = rows.find((row) => row.inDigest);
        const due = rows.filter((row) => !row.inDigest || row === first);
        for (const { deliveryId, traceparent } of due) await enqueue(sendMailJob, { deliveryId }, { traceparent });
        return rows.length;
      }),
    hasDue: async () => (await queryRow<{ hasDue: boolean }>(pool, HAS_DUE))?.hasDue === true,
  };
}

/** Writes an email down, once; false when it was written down before. */
export async function writeDownMail(tx: Knex.Transaction, mail: WantedMail): Promise<boolean> {
  const { deliveryId, eventId, template, requestedBy, tenantRef, subjectRef, place, correlationId, inDigest } = mail;
  const about = [deliveryId, eventId, template, requestedBy, tenantRef, subjectRef, place];
  const values = [...about, correlationId, mail.traceparent, inDigest];
  return (await queryOn(tx, WRITE_DOWN, values)).rowCount === 1;
}
