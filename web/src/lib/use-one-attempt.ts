import { useRef } from 'react';
import { ApiError } from './calls/api-error.ts';
import { newIdempotencyKey } from './calls/idempotency-key.ts';

/**
 * Sends with an Idempotency-Key. While it is not known what became of an attempt, the same fields are sent with the same key
 * again, so that nothing is stored twice.
 */
export function useOneAttempt() {
  const unanswered = useRef<{ readonly key: string; readonly fields: string } | null>(null);
  return async <Answer>(fields: object, send: (idempotencyKey: string) => Promise<Answer>) => {
    const description = JSON.stringify(fields);
    const before = unanswered.current;
    const attempt = before?.fields === description ? before : { key: newIdempotencyKey(), fields: description };
    unanswered.current = null;
    try {
      return await send(attempt.key);
    } catch (error) {
      if (error instanceof ApiError && error.isOutcomeUnknown) unanswered.current = attempt;
      throw error;
    }
  };
}
