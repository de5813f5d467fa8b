import type { ExecutionResult } from 'graphql';

/** Answers of a subscription; whoever leaves ends what it waits for. */
export type LiveStream = AsyncIterableIterator<ExecutionResult>;

/**
 * Makes a stream of a generator. A generator that waits cannot be ended from outside, so it gets a signal: ending the stream
 * aborts that first.
 */
export function liveStream(answersOf: (signal: AbortSignal) => AsyncGenerator<ExecutionResult>): LiveStream {
  const stop = new AbortController();
  const answers = answersOf(stop.signal);
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => answers.next(),
    async return() {
      stop.abort();
      return await answers.return(undefined);
    },
  };
}
