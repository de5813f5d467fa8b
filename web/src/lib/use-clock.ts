import { useEffect, useState } from 'react';

/** The time in Unix seconds by a clock, kept current while the page is seen: every so often, and when its tab comes back. */
export function useClock(read: () => number, everyMilliseconds: number): number {
  const [now, setNow] = useState(read);
  useEffect(() => watchClock(() => setNow(read()), everyMilliseconds), [read, everyMilliseconds]);
  return now;
}

/** Looks at a clock every so often while the page is seen, and when its tab comes back. Returns what ends it. */
export function watchClock(look: () => void, everyMilliseconds: number): () => void {
  const lookIfSeen = () => document.visibilityState === 'visible' && look();
  const timer = setInterval(lookIfSeen, everyMilliseconds);
  document.addEventListener('visibilitychange', lookIfSeen);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', lookIfSeen);
  };
}
