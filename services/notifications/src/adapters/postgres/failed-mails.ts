import { queryOn } from '@onceover/event-store';
import { queryRow, queryRows } from '@onceover/postgres-kit/database-failure';
import { operatorAppend } from '@onceover/schema/events/operators';
import { operatorTenant } from '@onceover/schema/events/tenants';
import { ignoring } from '@onceover/service-kit/errors';
import { newId } from '@onceover/service-kit/ids';
import type { Foundation } from '@onceover/service-shell/foundation';
import { forgetEnvelopeJob, sendMailJob } from '../../domain/mail/mail-jobs.ts';
import type { FailedMails } from '../../use-cases/mail/ports.ts';
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
      next_try = clock_timestamp(), overdue_at = clock_timestamp() + interval '60 s'
    where m.delivery_id = $1::uuid and m.state = 'failed' and m.given_up is null`;

const GIVE_UP = `
  update notifications.mail m set given_up = clock_timestamp()
    where m.delivery_id = $1::uuid and m.state = 'failed' and m.given_up is null`;

const doings = {
  'send-again': { action: 'email_sent_again', statement: SEND_AGAIN, job: sendMailJob },
  'give-up': { action: 'email_given_up', statement: GIVE_UP, job: forgetEnvelopeJob },
} as const;

/** Thrown inside the transaction, so that nothing of it stays. */
class FailedNoMore extends Error {}

/** Failed emails of the table `notifications.mail`, and what operators do about them. */
export function createPostgresFailedMails(foundation: Pick<Foundation, 'pool' | 'events' | 'jobsIn'>): FailedMails {
  const { pool, events, jobsIn } = foundation;
  return {
    list: (count) => queryRows(pool, LIST, [count]),
    find: (deliveryId) => queryRow(pool, FIND, [deliveryId]),
    async settle(mail, wanted, { meta, operatorRef, reasonCode }) {
      const { deliveryId, tenantRef, requestedBy } = mail;
      const { action, statement, job } = doings[wanted];
      const told = { operatorRef, action, targetKind: 'email', targetRef: deliveryId, reasonCode, ...secretOf(mail) };
      const context = { commandId: newId(), tenantRef: tenantRef ?? operatorTenant, meta };
      const settled = events.transact(context, async ({ append, tx }) => {
        await append(operatorAppend(newId(), told));
        const { rowCount } = await queryOn(tx, statement, [deliveryId]);
        if (rowCount === 0) throw new FailedNoMore();
        await jobsIn(tx)(job, { deliveryId, ...(wanted === 'give-up' && { requestedBy }) });
        return true;
      });
      return (await settled.catch(ignoring(FailedNoMore))) ?? false;
    },
  };
}
