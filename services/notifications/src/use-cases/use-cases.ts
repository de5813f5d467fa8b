import { auditTrailUseCase, type TrailPages } from './audit/show-trail.ts';
import {
  type FeedbackBox,
  feedbackStatisticsUseCase,
  listFeedbackUseCase,
  submitFeedbackUseCase,
} from './feedback/feedback.ts';
import { customerEmailsUseCase, type KnownEmails, listDeliveriesUseCase } from './mail/known-emails.ts';
import { type ActivityBook, colonelOverviewUseCase } from './overview/colonel-overview.ts';

/** Every use case that the graph or another service can call. */
export type UseCases = ReturnType<typeof useCasesOf>;

export function useCasesOf(ports: {
  readonly feedback: FeedbackBox;
  readonly emails: KnownEmails;
  readonly trail: TrailPages;
  readonly activity: ActivityBook;
  /** The database's time. */
  now(): Promise<Date>;
}) {
  return {
    submitFeedback: submitFeedbackUseCase(ports),
    listFeedback: listFeedbackUseCase(ports),
    feedbackStatistics: feedbackStatisticsUseCase(ports),
    auditTrail: auditTrailUseCase(ports),
    customerEmails: customerEmailsUseCase(ports),
    listDeliveries: listDeliveriesUseCase(ports),
    colonelOverview: colonelOverviewUseCase(ports),
  };
}
