import { useCallback, useRef, useState } from 'react';
import { ApiError } from '../../lib/calls/api-error.ts';
import { newIdempotencyKey } from '../../lib/calls/idempotency-key.ts';
import { renewFormToken } from '../../session/watch-form-token.ts';
import { type Concealed, type ConcealFields, concealSecret } from './conceal-secret.ts';

export type ConcealState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'submitting' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Sends the form once, however often it is pressed. A submit whose answer was lost is repeated under the same key. */
export function useConcealSecret(onDone: (concealed: Concealed) => void) {
  const [state, setState] = useState<ConcealState>({ kind: 'idle' });
  const isUnderWay = useRef(false);
  const unanswered = useRef<{ key: string; fields: string } | null>(null);

  const submit = useCallback(
    async (fields: ConcealFields) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      setState({ kind: 'submitting' });
      const attempt = attemptFor(fields, unanswered.current);
      try {
        onDone(await concealSecret(fields, attempt.key));
      } catch (error) {
        unanswered.current = error instanceof ApiError && error.isOutcomeUnknown ? attempt : null;
        isUnderWay.current = false;
        setState({ kind: 'failed', error });
        void renewFormToken();
      }
    },
    [onDone],
  );
  return { state, submit };
}

function attemptFor(fields: ConcealFields, before: { key: string; fields: string } | null) {
  const description = JSON.stringify(fields);
  return before?.fields === description ? before : { key: newIdempotencyKey(), fields: description };
}
