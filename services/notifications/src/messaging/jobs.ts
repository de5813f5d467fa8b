import type { JobTask } from '@onceover/event-bus';
import { z } from 'zod';
import { forgetEnvelopeJob, sendMailJob } from '../domain/mail/mail-jobs.ts';
import type { Envelopes } from '../use-cases/mail/ports.ts';

const mailPayload = z.object({ deliveryId: z.uuid() });
const forgetPayload = mailPayload.extend({ requestedBy: z.enum(['secrets', 'accounts']) });

export interface MailJobPorts {
  deliverMail(deliveryId: string): Promise<void>;
  readonly envelopes: Envelopes;
}

/** What the job worker does. Mails keep their own state and backoff; forgetting is tried until its owner answers. */
export function mailJobs({ deliverMail, envelopes }: MailJobPorts): Readonly<Record<string, JobTask>> {
  return {
    [sendMailJob]: {
      run: (payload) => deliverMail(mailPayload.parse(payload).deliveryId),
    },
    [forgetEnvelopeJob]: {
      async run(payload) {
        const { deliveryId, requestedBy } = forgetPayload.parse(payload);
        await envelopes.forget(requestedBy, deliveryId);
      },
    },
  };
}
