import { inTransaction, queryOn } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import type { Foundation } from '@onceover/service-shell/foundation';
import type { Knex } from 'knex';
import type pg from 'pg';
import { sendMailJob } from '../../domain/mail/mail-jobs.ts';
import type { MailOwner, Mails, TakenMail, WantedMail } from '../../use-cases/mail/ports.ts';

/** For how long an email is with whoever took it; twice what a mail server may take. */
const LEASE = `interval '60 s'`;
const LOOK_AFTER_AT_ONCE = 200;

/** An event asks for one email to one recipient; several recipients are several events. */
const ONLY_SLOT = 0;

const WRITE_DOWN = `
  insert into notifications.mail
      (delivery_id, event_id, template, recipient_slot, requested_by, tenant_ref, subject_ref, place, correlation_id)
    values ($1::uuid, $2::uuid, $3, ${ONLY_SLOT}, $4, $5, $6, $7::int, $8) on conflict do nothing returning delivery_id`;

const TAKE = {
  name: 'take mail',
  text: `
    update notifications.mail m
      set state = 'sending', attempts = m.attempts + 1, look_at = clock_timestamp() + ${LEASE}
      where m.delivery_id = $1::uuid and m.state = 'queued' and m.next_try <= clock_timestamp()
      returning m.delivery_id, m.event_id, m.template, m.requested_by, m.tenant_ref, m.correlation_id, m.attempts`,
};

const PUT_BACK = {
  name: 'put mail back',
  text: `
    update notifications.mail m
      set state = 'queued', attempts = m.attempts - $3::int, reason_code = coalesce($4::text, m.reason_code),
        next_try = clock_timestamp() + make_interval(secs => $5::int),
        look_at = clock_timestamp() + make_interval(secs => $5::int)
      where m.delivery_id = $1::uuid and m.state = 'sending' and m.attempts = $2::int`,
};

const LOOK_AFTER = `
  with late as materialized (
    select m.delivery_id from notifications.mail m
    where m.state in ('queued', 'sending') and m.look_at <= clock_timestamp()
    order by m.look_at limit ${LOOK_AFTER_AT_ONCE} for update skip locked
  )
  update notifications.mail m
    set state = 'queued', next_try = clock_timestamp(), look_at = clock_timestamp() + ${LEASE}
    where m.delivery_id = any (array(select l.delivery_id from late l))
    returning m.delivery_id`;

const HAS_DUE = {
  name: 'has due mail',
  text: `
    select exists (
      select from notifications.mail m
      where m.state = 'sending' or m.state = 'queued' and m.next_try <= clock_timestamp()) as has_due`,
};

interface MailRow {
  readonly delivery_id: string;
  readonly event_id: string;
  readonly template: TakenMail['template'];
  readonly requested_by: MailOwner;
  readonly tenant_ref: string | null;
  readonly correlation_id: string;
  readonly attempts: number;
}

/** The table `notifications.mail`, judged by the database's clock. */
export function createPostgresMails({ pool, knex, jobsIn }: Pick<Foundation, 'pool' | 'knex' | 'jobsIn'>): Mails {
  const putBack = async ({ deliveryId, attempt }: TakenMail, uncounted: number, reason: string | null, rest: number) =>
    void (await queryRows(pool, PUT_BACK, [deliveryId, attempt, uncounted, reason, rest]));
  return {
    async take(deliveryId) {
      const [row] = await queryRows<MailRow & pg.QueryResultRow>(pool, TAKE, [deliveryId]);
      return row === undefined ? null : takenMail(row);
    },
    retryLater: (mail, restSeconds, reasonCode) => putBack(mail, 0, reasonCode, restSeconds),
    giveBack: (mail, restSeconds) => putBack(mail, 1, null, restSeconds),
    lookAfter: () =>
      inTransaction(knex, async (tx) => {
        const { rows } = await queryOn<{ delivery_id: string }>(tx, LOOK_AFTER);
        const enqueue = jobsIn(tx);
        for (const { delivery_id: deliveryId } of rows) await enqueue(sendMailJob, { deliveryId });
        return rows.length;
      }),
    async hasDue() {
      const [row] = await queryRows<{ has_due: boolean }>(pool, HAS_DUE, []);
      return row?.has_due ?? false;
    },
  };
}

/** Writes an email down, once; false when it was written down before. */
export async function writeDownMail(tx: Knex.Transaction, mail: WantedMail): Promise<boolean> {
  const { deliveryId, eventId, template, requestedBy, tenantRef, subjectRef, place, correlationId } = mail;
  const values = [deliveryId, eventId, template, requestedBy, tenantRef, subjectRef, place, correlationId];
  const { rows } = await queryOn(tx, WRITE_DOWN, values);
  return rows.length > 0;
}

function takenMail(row: MailRow): TakenMail {
  return {
    deliveryId: row.delivery_id,
    eventId: row.event_id,
    template: row.template,
    requestedBy: row.requested_by,
    tenantRef: row.tenant_ref,
    correlationId: row.correlation_id,
    attempt: row.attempts,
  };
}
