import { useCallback, useEffect, useRef, useState } from 'react';
import { liveState } from '../../gql/live-state.ts';
import { serverNow } from '../../lib/calls/server-clock.ts';
import { fetchMetadata, type Metadata } from '../../secrets/metadata.ts';
import type { Change } from './watch-metadata.ts';

const pollMilliseconds = 15_000;
/** The server's clock is known to about a second. */
const marginMilliseconds = 1_500;
/** Longer ones end at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * Keeps up with what becomes of a message while its page is open: shown as the stream tells it, and while that is down asking
 * every 15 s, as long as the page is visible and the message unopened. A failed refresh changes nothing and is made up for.
 */
export function useFreshMetadata(metadataKey: string, loaded: Metadata): Metadata {
  const [fresh, setFresh] = useState(loaded);
  const source = useRef(loaded);
  if (source.current !== loaded) {
    source.current = loaded;
    setFresh(loaded);
  }
  const isBehind = useRef(false);
  const told = useRef(0);
  const hear = useCallback((change: Change) => {
    told.current += 1;
    isBehind.current = false;
    setFresh(change);
  }, []);
  const poll = useCallback(
    async (signal: AbortSignal) => {
      const toldBefore = told.current;
      try {
        const answer = await fetchMetadata(metadataKey, { signal, isBackground: true });
        isBehind.current = false;
        // What the stream told meanwhile is newer.
        if (answer !== null && !signal.aborted && told.current === toldBefore) setFresh(answer);
      } catch {
        // What was called off was no failure.
        isBehind.current = !signal.aborted;
      }
    },
    [metadataKey],
  );
  useStream(metadataKey, hear);
  useClock(fresh, isBehind, poll);
  return fresh;
}

function useStream(metadataKey: string, hear: (change: Change) => void): void {
  useEffect(() => {
    const stop = new AbortController();
    // Loaded once the page is shown; without it the page asks by itself.
    import('./watch-metadata.ts').then(
      ({ watchMetadata }) => {
        if (!stop.signal.aborted) stop.signal.addEventListener('abort', watchMetadata(metadataKey, hear));
      },
      () => undefined,
    );
    return () => stop.abort();
  }, [metadataKey, hear]);
}

type Poll = (signal: AbortSignal) => Promise<void>;

/** Polls when the lifetime is over, when the page is visible again, and every 15 s while the stream is down. */
function useClock(fresh: Metadata, isBehind: { readonly current: boolean }, poll: Poll): void {
  const isWaiting = fresh.record.state === 'new';
  const expiresAt = fresh.record.expiration;
  useEffect(() => {
    const stop = new AbortController();
    const pollIfSeen = () => {
      if (document.visibilityState === 'visible') void poll(stop.signal);
    };
    const pollIfDown = () => {
      if (isBehind.current || (isWaiting && liveState() !== 'live')) pollIfSeen();
    };
    const timer = setInterval(pollIfDown, pollMilliseconds);
    const untilExpired = (expiresAt - serverNow()) * 1000 + marginMilliseconds;
    const ends = isWaiting && untilExpired > 0 && untilExpired < longestTimer;
    const end = ends ? setTimeout(pollIfSeen, untilExpired) : undefined;
    document.addEventListener('visibilitychange', pollIfDown);
    return () => {
      stop.abort();
      clearInterval(timer);
      clearTimeout(end);
      document.removeEventListener('visibilitychange', pollIfDown);
    };
  }, [isWaiting, expiresAt, isBehind, poll]);
}
