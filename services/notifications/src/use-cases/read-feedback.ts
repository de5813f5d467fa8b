import { type Caller, isColonel } from '@onceover/graphql-kit/caller';
import { NotAuthorizedError } from '@onceover/service-kit/errors';
import type { FeedbackBox, FeedbackEntry } from './mail/ports.ts';

const MOST_AT_ONCE = 1000;

/** Newest first, at most a thousand. Throws `NotAuthorizedError` for everybody but colonels. */
export function listFeedbackUseCase({ feedback }: { readonly feedback: FeedbackBox }) {
  return async (first: number, caller: Caller): Promise<readonly FeedbackEntry[]> => {
    if (!isColonel(caller)) throw new NotAuthorizedError();
    return feedback.newest(Math.min(Math.max(first, 0), MOST_AT_ONCE));
  };
}

/** How much came in. Throws `NotAuthorizedError` for everybody but colonels. */
export function feedbackStatisticsUseCase({ feedback }: { readonly feedback: FeedbackBox }) {
  return async (caller: Caller): ReturnType<FeedbackBox['count']> => {
    if (!isColonel(caller)) throw new NotAuthorizedError();
    return feedback.count();
  };
}
