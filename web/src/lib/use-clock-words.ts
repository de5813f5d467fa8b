import { useSyncExternalStore } from 'react';

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
  stop ??= start();
  return () => {
    readers.delete(look);
    if (readers.size > 0) return;
    stop?.();
    stop = undefined;
  };
}

/** As a clock does: every so often, and when its tab comes back. */
function start(): () => void {
  const lookAll = () => {
    for (const look of readers) look();
  };
  const timer = setInterval(lookAll, lookEveryMilliseconds);
  document.addEventListener('visibilitychange', lookAll);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', lookAll);
  };
}
