import { useEffect, useRef, useState } from 'react';
import { serverNow } from '../../lib/calls/server-clock.ts';
import { fetchMetadata, type Metadata } from '../../secrets/metadata.ts';
import { statusOf } from '../../secrets/secret-status.ts';

const pollMilliseconds = 15_000;
/** The server's clock is known to about a second. */
const marginMilliseconds = 1_500;
/** Longer ones end at once. */
const longestTimer = 2 ** 31 - 1;

/** Refreshes every 15 s while the page is visible and the message unopened. A failed refresh changes nothing. */
export function useFreshMetadata(metadataKey: string, loaded: Metadata): Metadata {
  const [fresh, setFresh] = useState(loaded);
  const source = useRef(loaded);
  if (source.current !== loaded) {
    source.current = loaded;
    setFresh(loaded);
  }
  const isWaiting = statusOf(fresh.record) === 'new';
  const expiresAt = fresh.record.expiration;
  useEffect(() => {
    if (!isWaiting) return;
    const stop = new AbortController();
    const adopt = (answer: Metadata | null) => {
      if (answer !== null && !stop.signal.aborted) setFresh(answer);
    };
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      fetchMetadata(metadataKey, { signal: stop.signal, isBackground: true }).then(adopt, () => undefined);
    };
    const timer = setInterval(look, pollMilliseconds);
    const untilExpired = (expiresAt - serverNow()) * 1000 + marginMilliseconds;
    const end = untilExpired > 0 && untilExpired < longestTimer ? setTimeout(look, untilExpired) : undefined;
    document.addEventListener('visibilitychange', look);
    return () => {
      stop.abort();
      clearInterval(timer);
      clearTimeout(end);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isWaiting, expiresAt, metadataKey]);
  return fresh;
}
