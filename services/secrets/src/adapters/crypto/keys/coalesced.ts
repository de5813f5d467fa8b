/**
 * Runs work for many callers, one run at a time. Who asks during a run shares the next one, so that everybody gets a run
 * that began after the call.
 */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  return () => {
    if (waiting !== null) return waiting;
    const run = last
      .catch(() => undefined)
      .then(() => {
        waiting = null;
        return work();
      });
    waiting = run;
    last = run;
    return run;
  };
}
