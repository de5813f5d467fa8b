import { useCallback, useEffect, useReducer, useRef } from 'react';
import { captchaAfter, type Solution } from './captcha-state.ts';
import { type Challenge, fetchChallenge, payloadOf } from './challenge.ts';
import { partsOf } from './search.ts';

/** How often an expired solution is replaced before somebody asks for it: a forgotten tab does not compute all night. */
const mostRefetches = 5;

/** One puzzle from its request to its solution, and after that. */
interface Run {
  readonly stop: AbortController;
  readonly solution: Promise<Solution>;
}

/** The check's life: a puzzle is fetched and solved when somebody asks, and again, five times, when the solution expires. */
export function useCheck() {
  const [state, dispatch] = useReducer(captchaAfter, { kind: 'unverified' });
  const run = useRef<Run | null>(null);
  const refetches = useRef(0);

  const start = useCallback((): Promise<Solution> => {
    run.current?.stop.abort();
    const stop = new AbortController();
    const solution = solveNewChallenge(stop.signal);
    run.current = { stop, solution };
    dispatch({ kind: 'started' });
    solution.then(
      (found) => stop.signal.aborted || dispatch({ kind: 'solved', solution: found }),
      () => {
        if (stop.signal.aborted) return;
        run.current = null;
        dispatch({ kind: 'failed' });
      },
    );
    return solution;
  }, []);

  const verify = () => {
    refetches.current = 0;
    start().catch(() => undefined);
  };

  /** The payload of the run that is under way or has been solved, otherwise of a new one. */
  const solve = async (): Promise<string> => {
    refetches.current = 0;
    return (await (run.current?.solution ?? start())).payload;
  };

  const reset = () => {
    run.current?.stop.abort();
    run.current = null;
    dispatch({ kind: 'reset' });
  };

  useEffect(() => () => run.current?.stop.abort(), []);
  const solution = state.kind === 'verified' ? state.solution : null;
  useEffect(() => {
    if (solution === null || solution.lifeMs === null) return;
    const timer = setTimeout(() => {
      run.current = null;
      dispatch({ kind: 'expired' });
      if (refetches.current >= mostRefetches) return;
      refetches.current += 1;
      start().catch(() => undefined);
    }, solution.lifeMs);
    return () => clearTimeout(timer);
  }, [solution, start]);

  return { state, verify, solve, reset };
}

/** Fetches a puzzle and solves it. Rejects with ApiError if none came, and with any other error if it has no solution. */
async function solveNewChallenge(signal: AbortSignal): Promise<Solution> {
  const challenge = await fetchChallenge(signal);
  const fetchedAt = performance.now();
  const number = await searchAll(challenge, signal);
  const { lifeMs } = challenge;
  const left = lifeMs === null ? null : Math.max(0, lifeMs - (performance.now() - fetchedAt));
  return { payload: payloadOf(challenge, number), lifeMs: left };
}

const maxWorkers = 16;

/** Searches with one worker per core, at most 16. Rejects if no number fits or a worker fails. */
function searchAll(challenge: Challenge, signal: AbortSignal): Promise<number> {
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
