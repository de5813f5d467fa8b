import { useCallback, useEffect, useReducer, useRef } from 'react';
import { captchaAfter } from './captcha-state.ts';
import { fetchChallenge, payloadOf } from './challenge.ts';
import { solveChallenge } from './solve-challenge.ts';

/**
 * The captcha's life: asks for a puzzle and solves it when told; a solution past its time is expired, and with
 * `refetchOnExpire` a new one is fetched at once.
 */
export function useCaptcha(refetchOnExpire = true) {
  const [state, dispatch] = useReducer(captchaAfter, { kind: 'unverified' });
  const run = useRef<AbortController | null>(null);

  const verify = useCallback(async () => {
    run.current?.abort();
    const mine = new AbortController();
    run.current = mine;
    dispatch({ kind: 'started' });
    try {
      const challenge = await fetchChallenge(mine.signal);
      const number = await solveChallenge(challenge, mine.signal);
      dispatch({ kind: 'solved', payload: payloadOf(challenge, number), expiresAt: challenge.expiresAt });
    } catch {
      if (!mine.signal.aborted) dispatch({ kind: 'failed' });
    }
  }, []);

  /** A payload is good once: after it was sent, the next submit needs another. */
  const reset = useCallback(() => {
    run.current?.abort();
    dispatch({ kind: 'reset' });
  }, []);

  useEffect(() => () => run.current?.abort(), []);
  const expiresAt = state.kind === 'verified' ? state.expiresAt : null;
  useEffect(() => {
    if (expiresAt === null) return;
    const timer = setTimeout(
      () => {
        dispatch({ kind: 'expired' });
        if (refetchOnExpire) void verify();
      },
      Math.max(0, expiresAt - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [expiresAt, refetchOnExpire, verify]);

  return { state, verify, reset };
}
