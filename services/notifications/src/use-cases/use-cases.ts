import { type FeedPages, showActivityUseCase } from './feed/show-activity.ts';
import {
  type FeedbackBox,
  feedbackStatisticsUseCase,
  listFeedbackUseCase,
  submitFeedbackUseCase,
} from './feedback/feedback.ts';
import { customerEmailsUseCase, type KnownEmails, listDeliveriesUseCase } from './mail/known-emails.ts';
import { type BouncePorts, reportBounceUseCase } from './mail/report-bounce.ts';
import { type FailedMailPorts, listFailedMailsUseCase, settleFailedMailUseCase } from './mail/settle-failed-mail.ts';

export type UseCases = ReturnType<typeof useCasesOf>;

export interface UseCasePorts extends BouncePorts, FailedMailPorts {
  readonly feedback: FeedbackBox;
  readonly emails: KnownEmails;
  readonly feed: FeedPages;
  /** The address of the support desk; null: there is none. */
  readonly desk: string | null;
  /** The database's time. */
  now(): Promise<Date>;
}

export function useCasesOf(ports: UseCasePorts) {
  return {
    submitFeedback: submitFeedbackUseCase(ports),
    listFeedback: listFeedbackUseCase(ports),
    feedbackStatistics: feedbackStatisticsUseCase(ports),
    showActivity: showActivityUseCase(ports),
    customerEmails: customerEmailsUseCase(ports),
    listDeliveries: listDeliveriesUseCase(ports),
    reportBounce: reportBounceUseCase(ports),
    listFailedMails: listFailedMailsUseCase(ports),
    settleFailedMail: settleFailedMailUseCase(ports),
  };
}
