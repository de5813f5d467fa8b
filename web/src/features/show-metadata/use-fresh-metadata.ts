import { useEffect, useRef, useState } from 'react';
import { fetchMetadata, type Metadata } from '../../secrets/metadata.ts';
import { statusOf } from '../../secrets/secret-status.ts';

const pollMilliseconds = 15_000;

/** Refreshes every 15 s while the page is visible and the message unopened. A failed refresh changes nothing. */
export function useFreshMetadata(metadataKey: string, loaded: Metadata): Metadata {
  const [fresh, setFresh] = useState(loaded);
  const source = useRef(loaded);
  if (source.current !== loaded) {
    source.current = loaded;
    setFresh(loaded);
  }
  const isWaiting = statusOf(fresh.record) === 'new';
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
    document.addEventListener('visibilitychange', look);
    return () => {
      stop.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isWaiting, metadataKey]);
  return fresh;
}
