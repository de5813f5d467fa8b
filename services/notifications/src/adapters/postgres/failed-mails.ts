import { queryOn } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import { operatorAppend } from '@onceover/schema/events/operators';
import { operatorTenant } from '@onceover/schema/events/tenants';
import { NamedError } from '@onceover/service-kit/errors';
import { newId } from '@onceover/service-kit/ids';
import type { Foundation } from '@onceover/service-shell/foundation';
import type pg from 'pg';
import { forgetEnvelopeJob, sendMailJob } from '../../domain/mail/mail-jobs.ts';
import type { FailedMail, FailedMails } from '../../use-cases/mail/ports.ts';
import { secretOf } from './mail-events.ts';

const COLUMNS = `
  m.delivery_id as "deliveryId", m.template, m.requested_by as "requestedBy", m.tenant_ref as "tenantRef",
  m.subject_ref as "subjectRef", m.attempts, m.ended as at, coalesce(m.reason_code, 'unknown') as reason`;

const LIST = {
  name: 'failed emails',
  text: `
    select ${COLUMNS} from notifications.mail m
    where m.state = 'failed' and m.given_up is null order by m.ended desc limit $1`,
};

const FIND = {
  name: 'failed email',
  text: `
    select ${COLUMNS} from notifications.mail m
    where m.delivery_id = $1::uuid and m.state = 'failed' and m.given_up is null`,
};

const SEND_AGAIN = `
  update notifications.mail m
    set state = 'queued', attempts = 0, round = m.round + 1, reason_code = null, ended = null,
      next_try = clock_timestamp(), look_at = clock_timestamp() + interval '60 s'
    where m.delivery_id = $1::uuid and m.state = 'failed' and m.given_up is null returning 1`;

const GIVE_UP = `
  update notifications.mail m set given_up = clock_timestamp()
    where m.delivery_id = $1::uuid and m.state = 'failed' and m.given_up is null returning 1`;

const doings = {
  'send-again': { action: 'email_sent_again', statement: SEND_AGAIN, job: sendMailJob },
  'give-up': { action: 'email_given_up', statement: GIVE_UP, job: forgetEnvelopeJob },
} as const;

/** Thrown inside the transaction, so that nothing of it stays. */
class FailedNoMore extends NamedError {}

/** Failed emails of the table `notifications.mail`, and what operators do about them. */
export function createPostgresFailedMails({
  pool,
  events,
  jobsIn,
}: Pick<Foundation, 'pool' | 'events' | 'jobsIn'>): FailedMails {
  return {
    list: (count) => queryRows<FailedMail & pg.QueryResultRow>(pool, LIST, [count]),
    async find(deliveryId) {
      const [found] = await queryRows<FailedMail & pg.QueryResultRow>(pool, FIND, [deliveryId]);
      return found ?? null;
    },
    async settle(mail, wanted, { meta, operatorRef, reasonCode }) {
      const { deliveryId, tenantRef, requestedBy } = mail;
      const { action, statement, job } = doings[wanted];
      const told = { operatorRef, action, targetKind: 'email', targetRef: deliveryId, reasonCode, ...secretOf(mail) };
      const context = { commandId: newId(), tenantRef: tenantRef ?? operatorTenant, meta };
      try {
        await events.transact(context, async ({ append, tx }) => {
          await append(operatorAppend(newId(), told));
          const { rows } = await queryOn(tx, statement, [deliveryId]);
          if (rows.length === 0) throw new FailedNoMore();
          await jobsIn(tx)(job, { deliveryId, ...(wanted === 'give-up' && { requestedBy }) });
        });
      } catch (error) {
        if (error instanceof FailedNoMore) return false;
        throw error;
      }
      return true;
    },
  };
}
