import type { FeedbackEntry } from '../use-cases/feedback/feedback.ts';
import type * as graph from './types.generated.ts';

/** What stands behind each type of the graph, field by field; no row travels. */

export function toFeedback({ feedbackId, message, createdAt }: FeedbackEntry): graph.Feedback {
  return { id: feedbackId, message, created: Math.floor(createdAt.getTime() / 1000) };
}
