import { useEffect, useState } from 'react';

/** The time in Unix seconds by a clock, kept current while the page is open: every so often, and when its tab comes back. */
export function useClock(read: () => number, everyMilliseconds: number): number {
  const [now, setNow] = useState(read);
  useEffect(() => watchClock(() => setNow(read()), everyMilliseconds), [read, everyMilliseconds]);
  return now;
}

/** Looks at a clock every so often, and when the tab of the page comes back. Returns what ends it. */
export function watchClock(look: () => void, everyMilliseconds: number): () => void {
  const timer = setInterval(look, everyMilliseconds);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
