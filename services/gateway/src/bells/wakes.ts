import { crc32 } from 'node:zlib';
import type { Bells } from '@onceover/service-kit/bells';

/** How often a state is polled although nobody rang: what a lost ring costs at most. Source: events 8.4. */
export const POLL_EVERY_MS = 15_000;

/**
 * Yields once at the start, and then whenever one of the topics was rung since, however often, and at least every `everyMs`: at
 * the same moments for all who follow these topics, so that the tabs of a browser ask together. It listens from before the
 * first yield: whoever reads after each yield misses nothing. Ends when the signal is aborted.
 */
export async function* wakes(
  bells: Bells,
  topics: readonly string[],
  { signal, everyMs = POLL_EVERY_MS }: { readonly signal: AbortSignal; readonly everyMs?: number },
): AsyncGenerator<void> {
  let isRung = true;
  let wake: () => void = () => undefined;
  const ring = () => {
    isRung = true;
    wake();
  };
  using listening = new DisposableStack();
  for (const topic of topics) listening.use(await bells.on(topic, ring));
  signal.addEventListener('abort', ring);
  while (!signal.aborted) {
    if (!isRung) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const timer = setTimeout(resolve, untilPoll(topics, everyMs));
      await promise;
      clearTimeout(timer);
    }
    if (signal.aborted) return;
    isRung = false;
    yield;
  }
}

/** Milliseconds until those who follow the topics poll again; those of other topics do so at other moments. */
function untilPoll(topics: readonly string[], everyMs: number): number {
  const shift = crc32(topics.join(' ')) % everyMs;
  // A timer may be early by less than a millisecond, and would then be set for the same moment again.
  return Math.ceil(everyMs - ((performance.now() + shift) % everyMs)) + 1;
}
