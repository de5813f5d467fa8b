import { type CommandContext, DuplicateCommand, queryOn, VersionConflict } from '@onceover/event-store';
import { secretBell } from '@onceover/service-kit/bells';
import { idFrom } from '@onceover/service-kit/ids';
import { ownOrigin } from '@onceover/service-kit/origin';
import type { Foundation } from '@onceover/service-shell/foundation';
import { forgetEnvelopeJob } from '../../domain/mail/mail-jobs.ts';
import type { Endings, MailEnd, TakenMail } from '../../use-cases/mail/ports.ts';

/** Names of commands are made in this namespace, so that they meet no other service's. */
const NAMESPACE = '2f3b7a86-94c5-5d0e-a1f7-6b8d25c90e43';

const END = `
  update notifications.mail m set state = $1, reason_code = $2, ended = clock_timestamp()
    where m.delivery_id = $3::uuid and m.state in ('queued', 'sending')`;

/** Endings in the log and in the table, and the job that has the envelope forgotten. */
export function createPostgresEndings({
  events,
  jobsIn,
  bells,
}: Pick<Foundation, 'events' | 'jobsIn' | 'bells'>): Endings {
  return {
    async record(mail, end, reasonCode) {
      try {
        await events.transact(contextOf(mail, end), async ({ append, tx }) => {
          await append(endingOf(mail, end, reasonCode));
          await queryOn(tx, END, [end, reasonCode, mail.deliveryId]);
          const { deliveryId, requestedBy } = mail;
          await jobsIn(tx)(forgetEnvelopeJob, { deliveryId, requestedBy });
        });
      } catch (error) {
        // Recorded before, by a call whose answer was lost or by somebody who had the email at the same time.
        if (!(error instanceof DuplicateCommand || error instanceof VersionConflict)) throw error;
      }
      if (mail.requestedBy === 'secrets') bells.ring(secretBell(mail.subjectRef));
    },
  };
}

function endingOf(mail: TakenMail, end: MailEnd, reasonCode: string | null) {
  const data = {
    deliveryId: mail.deliveryId,
    template: mail.template,
    attempt: mail.attempt,
    requestedBy: mail.requestedBy,
    ...(reasonCode === null ? {} : { reasonCode }),
  };
  return {
    stream: { id: mail.deliveryId, category: 'delivery' },
    expected: 'none' as const,
    events: [{ type: `delivery.${end}`, schemaVersion: 1, data }],
    closes: true,
  };
}

function contextOf(mail: TakenMail, end: MailEnd): CommandContext {
  const { deliveryId, eventId, tenantRef, correlationId, traceparent } = mail;
  const origin = { ...ownOrigin('mail'), ...(traceparent !== null && { traceparent }) };
  return {
    commandId: idFrom(NAMESPACE, `${end}:${deliveryId}`),
    tenantRef,
    meta: { correlationId, causationId: eventId, actor: { kind: 'system' }, ...origin },
  };
}
