import { auditTrailUseCase, type TrailPages } from './audit/show-trail.ts';
import {
  type FeedbackBox,
  feedbackStatisticsUseCase,
  listFeedbackUseCase,
  submitFeedbackUseCase,
} from './feedback/feedback.ts';
import { customerEmailsUseCase, type KnownEmails, listDeliveriesUseCase } from './mail/known-emails.ts';

/** Every use case that the graph or another service can call. */
export type UseCases = ReturnType<typeof useCasesOf>;

export function useCasesOf(ports: {
  readonly feedback: FeedbackBox;
  readonly emails: KnownEmails;
  readonly trail: TrailPages;
}) {
  return {
    submitFeedback: submitFeedbackUseCase(ports),
    listFeedback: listFeedbackUseCase(ports),
    feedbackStatistics: feedbackStatisticsUseCase(ports),
    auditTrail: auditTrailUseCase(ports),
    customerEmails: customerEmailsUseCase(ports),
    listDeliveries: listDeliveriesUseCase(ports),
  };
}
