import type { Caller } from '@onceover/schema/caller';
import { operatorOnly } from '@onceover/schema/colonel-proof';
import { newId } from '@onceover/service-kit/ids';
import type { Origin } from '@onceover/service-kit/origin';
import { feedbackFrom } from '../../domain/feedback/feedback.ts';

/** Feedback of the last 90 days. */
export interface FeedbackBox {
  /** Writes text and event in one commit. */
  put(feedback: { readonly feedbackId: string; readonly message: string }, context: FeedbackContext): Promise<void>;
  newest(count: number): Promise<readonly FeedbackEntry[]>;
  /** Days are UTC days. */
  count(): Promise<{ readonly all: number; readonly today: number; readonly yesterday: number }>;
}

export interface FeedbackContext {
  readonly correlationId: string;
  readonly origin: Origin;
  readonly isAnonymous: boolean;
}

export interface FeedbackEntry {
  readonly feedbackId: string;
  readonly message: string;
  readonly createdAt: Date;
}

/**
 * Keeps a message for the operators, without saying whose it is.
 *
 * Refuses  feedback.empty
 */
export function submitFeedbackUseCase({ feedback }: { readonly feedback: FeedbackBox }) {
  return async (message: string, caller: Caller): Promise<void> => {
    const kept = feedbackFrom(message);
    const context = {
      correlationId: caller.requestId,
      origin: caller.origin,
      isAnonymous: caller.kind === 'anonymous',
    };
    await feedback.put({ feedbackId: newId(), message: kept }, context);
  };
}

const MOST_AT_ONCE = 1000;

/** Newest first, at most a thousand. Throws `NotAuthorizedError` for everybody but colonels. */
export function listFeedbackUseCase({ feedback }: { readonly feedback: FeedbackBox }) {
  return async (first: number, caller: Caller): Promise<readonly FeedbackEntry[]> => {
    operatorOnly(caller);
    return feedback.newest(Math.min(Math.max(first, 0), MOST_AT_ONCE));
  };
}

/** How much came in. Throws `NotAuthorizedError` for everybody but colonels. */
export function feedbackStatisticsUseCase({ feedback }: { readonly feedback: FeedbackBox }) {
  return async (caller: Caller): ReturnType<FeedbackBox['count']> => {
    operatorOnly(caller);
    return feedback.count();
  };
}
