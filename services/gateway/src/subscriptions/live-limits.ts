/**
 * What one socket may do; how many there may be is said in `may-listen.ts`. Times in milliseconds.
 *
 * Source  security 5.8, 6.5; the streams of a socket: events 8.4
 */
export const liveLimits = {
  messageBytes: 64 * 1024,
  messagesPerMinute: 100,
  streams: 4,
  /** What waits for a client that does not read. */
  bufferedBytes: 256 * 1024,
  initMs: 3000,
  pingEveryMs: 30_000,
  checkEveryMs: 60_000,
  ageMs: 3_600_000,
} as const;

export type LiveLimits = { readonly [Name in keyof typeof liveLimits]: number };
