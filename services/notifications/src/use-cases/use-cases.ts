import {
  type FeedbackBox,
  feedbackStatisticsUseCase,
  listFeedbackUseCase,
  submitFeedbackUseCase,
} from './feedback/feedback.ts';

/** Every verb that has a door in the graph. */
export interface UseCases {
  readonly submitFeedback: ReturnType<typeof submitFeedbackUseCase>;
  readonly listFeedback: ReturnType<typeof listFeedbackUseCase>;
  readonly feedbackStatistics: ReturnType<typeof feedbackStatisticsUseCase>;
}

export function useCasesOf(ports: { readonly feedback: FeedbackBox }): UseCases {
  return {
    submitFeedback: submitFeedbackUseCase(ports),
    listFeedback: listFeedbackUseCase(ports),
    feedbackStatistics: feedbackStatisticsUseCase(ports),
  };
}
