import { useCallback, useEffect, useReducer, useRef } from 'react';
import { solve } from '../../lib/proof-of-work/solve.ts';
import { captchaAfter, type Solution } from './captcha-state.ts';
import { fetchChallenge } from './challenge.ts';

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
  const payload = await solve(challenge, signal);
  const { lifeMs } = challenge;
  const left = lifeMs === null ? null : Math.max(0, lifeMs - (performance.now() - fetchedAt));
  return { payload, lifeMs: left };
}
