import { useCallback, useEffect, useRef, useState } from 'react';
import { liveState } from '../../gql/live-state.ts';
import { serverNow } from '../../lib/calls/server-clock.ts';
import { fetchMetadata, type Metadata } from '../../secrets/metadata.ts';
import { statusOf } from '../../secrets/secret-status.ts';

const pollMilliseconds = 15_000;
/** The server's clock is known to about a second. */
const marginMilliseconds = 1_500;
/** Longer ones end at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * Keeps up with what becomes of a message while its page is open: told by the stream at once, and while that is down asking
 * every 15 s, as long as the page is visible and the message unopened. What the stream tells is only that something has
 * changed; the page then reads it as it read the first. A failed refresh changes nothing and is made up for.
 */
export function useFreshMetadata(metadataKey: string, loaded: Metadata): Metadata {
  const [fresh, setFresh] = useState(loaded);
  const source = useRef(loaded);
  if (source.current !== loaded) {
    source.current = loaded;
    setFresh(loaded);
  }
  const isBehind = useRef(false);
  const look = useCallback(
    async (signal: AbortSignal) => {
      try {
        const answer = await fetchMetadata(metadataKey, { signal, isBackground: true });
        isBehind.current = false;
        if (answer !== null && !signal.aborted) setFresh(answer);
      } catch {
        isBehind.current = true;
      }
    },
    [metadataKey],
  );
  useStream(metadataKey, fresh, look);
  useClock(fresh, isBehind, look);
  return fresh;
}

type Look = (signal: AbortSignal) => Promise<void>;

/** Looks whenever the stream tells of a change that the page does not show. */
function useStream(metadataKey: string, fresh: Metadata, look: Look): void {
  const shown = useRef(fresh);
  shown.current = fresh;
  useEffect(() => {
    const stop = new AbortController();
    // Loaded once the page is shown; without it the page asks by itself.
    import('./watch-metadata.ts').then(
      ({ watchMetadata }) => {
        if (stop.signal.aborted) return;
        const end = watchMetadata(
          metadataKey,
          () => shown.current,
          () => void look(stop.signal),
        );
        stop.signal.addEventListener('abort', end);
      },
      () => undefined,
    );
    return () => stop.abort();
  }, [metadataKey, look]);
}

/** Looks when the lifetime is over, when the page is looked at again, and every 15 s while the stream is down. */
function useClock(fresh: Metadata, isBehind: { readonly current: boolean }, look: Look): void {
  const isWaiting = statusOf(fresh.record) === 'new';
  const expiresAt = fresh.record.expiration;
  useEffect(() => {
    const stop = new AbortController();
    const lookIfSeen = () => {
      if (document.visibilityState === 'visible') void look(stop.signal);
    };
    const lookIfDown = () => {
      if (isBehind.current || (isWaiting && liveState() !== 'live')) lookIfSeen();
    };
    const timer = setInterval(lookIfDown, pollMilliseconds);
    const untilExpired = (expiresAt - serverNow()) * 1000 + marginMilliseconds;
    const ends = isWaiting && untilExpired > 0 && untilExpired < longestTimer;
    const end = ends ? setTimeout(lookIfSeen, untilExpired) : undefined;
    document.addEventListener('visibilitychange', lookIfDown);
    return () => {
      stop.abort();
      clearInterval(timer);
      clearTimeout(end);
      document.removeEventListener('visibilitychange', lookIfDown);
    };
  }, [isWaiting, expiresAt, isBehind, look]);
}
