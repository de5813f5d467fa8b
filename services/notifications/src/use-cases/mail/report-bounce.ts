import { OutageError } from '@onceover/service-kit/errors';
import type { Logger } from '@onceover/service-kit/logging';
import { failureIn, meansNoAddress } from '../../domain/mail/bounce-report.ts';
import type { Bounce, Bounces, ReadBounceReport } from './ports.ts';

export interface BouncePorts {
  readonly bounces: Bounces;
  readonly readBounceReport: ReadBounceReport;
  readonly log: Logger;
}

/** Until the email that a report is about has been recorded as sent. */
const EARLY_SECONDS = 60;

/**
 * Notes that an email came back, by the report that a mail server wrote of it. Whoever reports twice, or reports an email that
 * nobody knows or that never left, changes nothing and is told the same.
 *
 * An address goes on the suppression list if the server says that it does not exist, and if it is the one that this email went
 * to: a forged report stops nobody else's emails. That of the support desk never does: it is a setting, and visitors depend on it.
 *
 * Throws  OutageError  also while the email is still being sent: the report has overtaken our own record
 */
export function reportBounceUseCase({ bounces, readBounceReport, log }: BouncePorts) {
  return async (message: Uint8Array): Promise<'done' | 'no-report'> => {
    const report = await readBounceReport(message);
    if (report === null) return 'no-report';
    const failure = failureIn(report.recipients);
    if (failure === null || report.deliveryId === null) return 'done';
    const mails = await bounces.find(report.deliveryId);
    if (mails.some(({ stage }) => stage === 'under-way')) {
      throw new OutageError('mail-record', { retryAfterSeconds: EARLY_SECONDS });
    }
    for (const { mail, isRecipient } of mails.filter(({ stage }) => stage === 'sent')) {
      const address = meansNoAddress(failure.reason) ? failure.addresses.find(isRecipient) : undefined;
      const suppressed = mail.template === 'incoming' ? undefined : address;
      const bounce: Bounce = { reason: failure.reason, ...(suppressed !== undefined && { suppressed }) };
      if (!(await bounces.record(mail, bounce))) continue;
      const { deliveryId, correlationId, template } = mail;
      const about = { deliveryId, correlationId, template, reasonCode: failure.reason };
      log.info({ ...about, isSuppressed: suppressed !== undefined }, 'an email came back');
    }
    return 'done';
  };
}
