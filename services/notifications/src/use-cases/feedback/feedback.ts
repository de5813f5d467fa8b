import type { Caller } from '@onceover/graphql-kit/caller';
import { newId } from '@onceover/service-kit/ids';
import { feedbackFrom } from '../../domain/feedback/feedback.ts';
import type { FeedbackBox } from '../mail/ports.ts';

/**
 * Keeps a message for the operators, without saying whose it is.
 *
 * Refuses  feedback.empty
 */
export function submitFeedbackUseCase({ feedback }: { readonly feedback: FeedbackBox }) {
  return async (message: string, caller: Caller): Promise<void> => {
    const kept = feedbackFrom(message);
    const context = { correlationId: caller.requestId, isAnonymous: caller.kind === 'anonymous' };
    await feedback.put({ feedbackId: newId(), message: kept }, context);
  };
}
