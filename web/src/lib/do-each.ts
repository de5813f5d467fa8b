import { codeOf } from './calls/refuse.ts';

/** So many calls are on their way at a time: a browser would queue more, and the service answers others meanwhile. */
const atOnce = 4;

/**
 * Does the same with each, a few at a time, and tells of each that was not done why not. Once calls come too fast for the
 * service, or it is stopped by `signal`, none of the rest is tried; what is on its way by then is waited for.
 */
export async function doEach(
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, unknown>> {
  const failures = new Map<string, unknown>();
  const waiting = [...ids];
  let tooFast: unknown = null;
  const next = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      if (signal.aborted) failures.set(id, signal.reason);
      else if (tooFast !== null) failures.set(id, tooFast);
      else
        await act(id).catch((error: unknown) => {
          failures.set(id, error);
          if (codeOf(error) === 'rate_limited') tooFast = error;
        });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return failures;
}
