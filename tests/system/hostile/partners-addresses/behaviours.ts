/** In whatever a hostile receiver says. */
export const CANARY = 'canary-of-a-receiver';

/** How a hostile receiver answers, and what is recorded of it: nothing of what it says. */
export const behaviours = {
  /** 103 without end, before any answer. */
  news: { status: null, problem: 'UNREACHABLE' },
  /** A head without end. */
  head: { status: null, problem: 'UNREACHABLE' },
  /** A status line without end. */
  reason: { status: null, problem: 'UNREACHABLE' },
  /** A body without end: 16 KB of it are enough. */
  body: { status: 200, problem: null },
  /** Words about a chunk without end. */
  extensions: { status: 200, problem: 'UNREACHABLE' },
  /** A trailer without end. */
  trailers: { status: 200, problem: 'UNREACHABLE' },
  /** 50 MB in 50 KB, on a connection that stays open. */
  bomb: { status: 200, problem: null },
  /** To a door on our side. */
  redirect: { status: 307, problem: 'REDIRECT' },
  /** A status that there is not, and a rest of ten thousand years. */
  status: { status: 999, problem: 'STATUS' },
  /** A second answer behind the first, that it is gone. */
  second: { status: 200, problem: null },
  /** Nothing, for as long as anybody waits. */
  silence: null,
  /** A head of a letter now and then. */
  drip: null,
} as const;

export type Receiver = keyof typeof behaviours;
