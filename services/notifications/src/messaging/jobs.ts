import type { Jobs } from '@onceover/service-shell/service-parts';
import { z } from 'zod';
import { forgetEnvelopeJob, sendMailJob } from '../domain/mail/mail-jobs.ts';
import { sendWebhooksJob } from '../domain/webhook/webhook.ts';
import { type DeliverPorts, deliverMailUseCase } from '../use-cases/mail/deliver-mail.ts';
import type { DueDeliveries } from '../use-cases/webhook/webhooks.ts';

const mailPayload = z.object({ deliveryId: z.uuid() });
const forgetPayload = mailPayload.extend({ requestedBy: z.enum(['secrets', 'accounts']) });

/** For emails in hand to leave; after half of it those that have not are cut, and sent again by whoever comes next. */
const STOP_MS = 10_000;
/** Emails at once; each has a connection to the mail server, none to the database. */
const EMAILS_AT_ONCE = 4;

export interface JobPorts extends DeliverPorts {
  readonly dueDeliveries: Pick<DueDeliveries, 'hasDue'>;
  wakeDispatcher(): void;
  stopDispatcher(): void;
  cutSending(): void;
}

/**
 * What the worker does. Emails keep their own state and backoff; forgetting is tried until its owner answers. Webhooks are sent beside it,
 * so that whoever is slow to take one holds up no email.
 */
export function jobsOf(ports: JobPorts): Jobs {
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
      [sendWebhooksJob]: {
        run: async () => ports.wakeDispatcher(),
      },
    },
    concurrency: EMAILS_AT_ONCE,
    drainMs: STOP_MS,
    onStop() {
      ports.stopDispatcher();
      setTimeout(ports.cutSending, STOP_MS / 2).unref();
    },
    async hasMore() {
      const areWebhooksDue = await ports.dueDeliveries.hasDue();
      if (areWebhooksDue) ports.wakeDispatcher();
      return areWebhooksDue || (await ports.mails.hasDue());
    },
  };
}
