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
import { followEventsUseCase, type PartnerPorts } from './partner/follow-events.ts';
import {
  addWebhookUseCase,
  changeWebhookUseCase,
  findWebhookUseCase,
  listWebhooksUseCase,
  type ManagePorts,
  pauseWebhookUseCase,
  removeWebhookUseCase,
  replaceWebhookSecretUseCase,
  resumeWebhookUseCase,
} from './webhook/manage-webhooks.ts';
import {
  type LogPorts,
  listWebhookLogUseCase,
  redeliverWebhookUseCase,
  replayWebhookUseCase,
  testWebhookUseCase,
} from './webhook/show-deliveries.ts';

export type UseCases = ReturnType<typeof useCasesOf>;

export interface UseCasePorts extends BouncePorts, FailedMailPorts, PartnerPorts, ManagePorts, LogPorts {
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
    followEvents: followEventsUseCase(ports),
    customerEmails: customerEmailsUseCase(ports),
    listDeliveries: listDeliveriesUseCase(ports),
    reportBounce: reportBounceUseCase(ports),
    listFailedMails: listFailedMailsUseCase(ports),
    settleFailedMail: settleFailedMailUseCase(ports),
    listWebhooks: listWebhooksUseCase(ports),
    findWebhook: findWebhookUseCase(ports),
    addWebhook: addWebhookUseCase(ports),
    changeWebhook: changeWebhookUseCase(ports),
    pauseWebhook: pauseWebhookUseCase(ports),
    resumeWebhook: resumeWebhookUseCase(ports),
    removeWebhook: removeWebhookUseCase(ports),
    replaceWebhookSecret: replaceWebhookSecretUseCase(ports),
    testWebhook: testWebhookUseCase(ports),
    redeliverWebhook: redeliverWebhookUseCase(ports),
    replayWebhook: replayWebhookUseCase(ports),
    listWebhookLog: listWebhookLogUseCase(ports),
  };
}
