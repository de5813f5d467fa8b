import { useEffect, useState } from 'react';

/** The time in Unix seconds by a clock, kept current while the page is open: every so often, and when its tab comes back. */
export function useClock(read: () => number, everyMilliseconds: number): number {
  const [now, setNow] = useState(read);
  useEffect(() => {
    const tick = () => setNow(read());
    const timer = setInterval(tick, everyMilliseconds);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [read, everyMilliseconds]);
  return now;
}
