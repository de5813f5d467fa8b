import { useCallback, useEffect, useReducer, useRef } from 'react';
import { captchaAfter } from './captcha-state.ts';
import { type Challenge, fetchChallenge, payloadOf } from './challenge.ts';
import { partsOf } from './search.ts';

/**
 * The captcha's life: asks for a puzzle and solves it when told to. A solution expires after its time, and with
 * `refetchOnExpire` a new puzzle is fetched at once.
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

  /** A payload can be used once: after it is sent, the next submit needs a new one. */
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

const maxWorkers = 16;

/** Searches with one worker per core, at most 16. Rejects if no number fits or a worker fails. */
function solveChallenge(challenge: Challenge, signal: AbortSignal): Promise<number> {
  const parts = partsOf(challenge, Math.max(1, Math.min(maxWorkers, navigator.hardwareConcurrency || 1)));
  const workers: Worker[] = [];
  return new Promise<number>((resolve, reject) => {
    let left = parts.length;
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    for (const part of parts) {
      const worker = new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' });
      workers.push(worker);
      worker.onerror = () => reject(new Error('a captcha worker failed'));
      worker.onmessage = ({ data }: MessageEvent<number | null>) => {
        left -= 1;
        if (data !== null) resolve(data);
        else if (left === 0) reject(new Error('no number solves the captcha'));
      };
      worker.postMessage(part);
    }
  }).finally(() => {
    for (const worker of workers) worker.terminate();
  });
}
