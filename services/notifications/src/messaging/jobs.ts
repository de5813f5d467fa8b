import type { Jobs } from '@onceover/service-shell/service-parts';
import { z } from 'zod';
import { forgetEnvelopeJob, sendMailJob } from '../domain/mail/mail-jobs.ts';
import { type DeliverPorts, deliverMailUseCase } from '../use-cases/mail/deliver-mail.ts';

const mailPayload = z.object({ deliveryId: z.uuid() });
const forgetPayload = mailPayload.extend({ requestedBy: z.enum(['secrets', 'accounts']) });

/** For emails in hand to leave; after half of it those that have not are cut, and sent again by whoever comes next. */
const STOP_MS = 10_000;
/** Emails at once; each has a connection to the mail server, none to the database. */
const EMAILS_AT_ONCE = 4;

/** What the worker does. Emails keep their own state and backoff; forgetting is tried until its owner answers. */
export function jobsOf(ports: DeliverPorts & { cutMails(): void }): Jobs {
  const deliverMail = deliverMailUseCase(ports);
  return {
    tasks: {
      [sendMailJob]: {
        run: (payload) => deliverMail(mailPayload.parse(payload).deliveryId),
      },
      [forgetEnvelopeJob]: {
        async run(payload) {
          const { deliveryId, requestedBy } = forgetPayload.parse(payload);
          await ports.envelopes.forget(requestedBy, deliveryId);
        },
      },
    },
    concurrency: EMAILS_AT_ONCE,
    drainMs: STOP_MS,
    onStop: () => void setTimeout(ports.cutMails, STOP_MS / 2).unref(),
    hasMore: () => ports.mails.hasDue(),
  };
}
