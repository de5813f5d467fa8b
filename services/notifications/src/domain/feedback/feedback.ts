import type { RefusalCode } from '@onceover/schema/refusals';
import { refusal } from '@onceover/service-kit/errors';

export const MAX_FEEDBACK_CHARACTERS = 999;

/** There was nothing in it. */
export class EmptyFeedback extends refusal<RefusalCode>('feedback.empty') {}

/**
 * What is kept of a message: trimmed, at most 999 characters, without what no text holds (NUL, half characters).
 *
 * Refuses  feedback.empty
 */
export function feedbackFrom(message: string): string {
  const trimmed = message.toWellFormed().replaceAll('\0', '').trim();
  if (trimmed === '') throw new EmptyFeedback();
  return Array.from(trimmed).slice(0, MAX_FEEDBACK_CHARACTERS).join('');
}
