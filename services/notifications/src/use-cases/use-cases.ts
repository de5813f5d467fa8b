import {
  type FeedbackBox,
  feedbackStatisticsUseCase,
  listFeedbackUseCase,
  submitFeedbackUseCase,
} from './feedback/feedback.ts';
import { customerEmailsUseCase, type KnownEmails, listDeliveriesUseCase } from './mail/known-emails.ts';

/** Every verb that has a door in the graph, or for other services. */
export type UseCases = ReturnType<typeof useCasesOf>;

export function useCasesOf(ports: { readonly feedback: FeedbackBox; readonly emails: KnownEmails }) {
  return {
    submitFeedback: submitFeedbackUseCase(ports),
    listFeedback: listFeedbackUseCase(ports),
    feedbackStatistics: feedbackStatisticsUseCase(ports),
    customerEmails: customerEmailsUseCase(ports),
    listDeliveries: listDeliveriesUseCase(ports),
  };
}
