import { useSyncExternalStore } from 'react';
import { watchClock } from './use-clock.ts';

/** How long such words may be behind. */
const lookEveryMilliseconds = 10_000;

const readers = new Set<() => void>();
let stop: (() => void) | undefined;

/**
 * Words about the time, such as "2 hours ago". All of a page look at the clock together, and only those that come to say
 * something else are drawn again: a list may have a thousand.
 */
export function useClockWords(words: () => string): string {
  return useSyncExternalStore(listen, words);
}

function listen(look: () => void): () => void {
  readers.add(look);
  stop ??= watchClock(lookAll, lookEveryMilliseconds);
  return () => {
    readers.delete(look);
    if (readers.size > 0) return;
    stop?.();
    stop = undefined;
  };
}

function lookAll(): void {
  for (const look of readers) look();
}
