import { useEffect, useState } from 'react';

const everyMilliseconds = 10_000;

/** The time in Unix seconds, kept current while the page is open: every ten seconds, and when its tab comes back. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now() / 1000);
  useEffect(() => {
    const tick = () => setNow(Date.now() / 1000);
    const timer = setInterval(tick, everyMilliseconds);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return now;
}
