import { RateLimited } from '../limits/request-limits.ts';

/**
 * What one socket, one session and one network may have. Times in milliseconds.
 *
 * Source  security 5.8, 6.5; the streams of a socket: events 8.4
 */
export const liveLimits = {
  messageBytes: 64 * 1024,
  messagesPerMinute: 100,
  streams: 4,
  /** What waits for a client that does not read. */
  bufferedBytes: 256 * 1024,
  socketsOfSession: 5,
  socketsOfVisitors: 20,
  initMs: 3000,
  pingEveryMs: 30_000,
  checkEveryMs: 60_000,
  ageMs: 3_600_000,
} as const;

export type LiveLimits = { readonly [Name in keyof typeof liveLimits]: number };

/** How many sockets somebody has open. */
export interface OpenSockets {
  /** Counts one more until disposed. Throws `RateLimited`. */
  admit(who: string, most: number): Disposable;
}

const RETRY_SECONDS = 30;

export function openSockets(): OpenSockets {
  const counts = new Map<string, number>();
  return {
    admit(who, most) {
      const count = counts.get(who) ?? 0;
      if (count >= most) throw new RateLimited(RETRY_SECONDS);
      counts.set(who, count + 1);
      let isOpen = true;
      return {
        [Symbol.dispose]() {
          if (!isOpen) return;
          isOpen = false;
          const left = (counts.get(who) ?? 1) - 1;
          if (left === 0) counts.delete(who);
          else counts.set(who, left);
        },
      };
    },
  };
}
