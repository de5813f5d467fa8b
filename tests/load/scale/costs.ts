import type { Quantiles } from './random.ts';

/** Microseconds of CPU: of one alone, and of each where many come at once and share what they can. */
export interface StepCost {
  readonly alone: number;
  readonly busy: number;
}

/** By request. */
export type MicrosOf = Readonly<Record<'conceal' | 'look' | 'reveal', StepCost>>;

/** The steps of `npm run bench` that are simulated. */
export type BenchStep = 'cycle' | keyof MicrosOf;

export interface Point {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** `npm run bench`: what one process of the product reached, by connections. */
const points: Readonly<Record<number, Readonly<Record<BenchStep, Point>>>> = {
  64: {
    cycle: { perSecond: 1851, p50Ms: 32.7, p99Ms: 72.2 },
    conceal: { perSecond: 3949, p50Ms: 15.2, p99Ms: 50.4 },
    look: { perSecond: 23_331, p50Ms: 2.39, p99Ms: 8.87 },
    reveal: { perSecond: 5771, p50Ms: 10.1, p99Ms: 28.9 },
  },
  1: {
    cycle: { perSecond: 197, p50Ms: 4.26, p99Ms: 15 },
    conceal: { perSecond: 859, p50Ms: 1, p99Ms: 3.06 },
    look: { perSecond: 2547, p50Ms: 0.35, p99Ms: 1.43 },
    reveal: { perSecond: 754, p50Ms: 1.1, p99Ms: 5.33 },
  },
};

/** `npm run bench:costs`: a conceal alone, less its median without a flush. */
const flushMs: Quantiles = [
  [0, 0.05],
  [0.5, 0.16],
  [0.9, 0.29],
  [0.99, 1.86],
  [0.999, 6.1],
  [1, 12],
];

/** `npm run bench:relay`: from the commit to the handler, less the statement that reads the log. */
const acknowledgedMs: Quantiles = [
  [0, 1],
  [0.5, 3],
  [0.99, 11],
  [1, 25],
];

/**
 * What the parts cost, measured on two cores in November 2026 while others used them too; a quiet machine needs about half of the
 * CPU. Whoever has other machines measures anew and changes it here.
 */
export const costs = {
  /** `npm run bench`. */
  oneProcess: {
    cores: 2,
    micros: {
      conceal: { alone: 675, busy: 240 },
      look: { alone: 263, busy: 42.3 },
      reveal: { alone: 617, busy: 154 },
    } satisfies MicrosOf,
    client: {
      conceal: { alone: 58.8, busy: 27.9 },
      look: { alone: 51.8, busy: 15.9 },
      reveal: { alone: 59.2, busy: 22.3 },
    } satisfies MicrosOf,
    points,
  },
  /** `npm run bench:costs`: by process, beyond what it uses while nothing happens. */
  parts: {
    gateway: {
      conceal: { alone: 1689, busy: 256 },
      look: { alone: 668, busy: 95.4 },
      reveal: { alone: 1433, busy: 224 },
    } satisfies MicrosOf,
    secrets: {
      conceal: { alone: 2661, busy: 301 },
      look: { alone: 604, busy: 54.5 },
      reveal: { alone: 3257, busy: 354 },
    } satisfies MicrosOf,
    /** An owner's event in notifications, and alone also what wakes it; in PostgreSQL a third of what three consumers take. */
    consumer: { alone: 1756, busy: 609, postgres: { alone: 893, busy: 893 } },
    /** Commands by request: windows in `limit-table.ts`, and the bell of an ending. */
    redis: { microsOfCommand: 4, commands: { conceal: 2, look: 1, reveal: 2 } },
  },
  /** `npm run bench:costs`: PostgreSQL, of a command in a statement of one and of 64; reads are of `npm run bench`. */
  statements: {
    conceal: { alone: 430, busy: 52 },
    end: { alone: 380, busy: 57 },
    read: { alone: 66.7, busy: 6.6 },
    flushMs,
  },
  /** `npm run bench:costs`: bytes without images of pages, of a secret of 1,024 characters; of an entry in a feed, estimated. */
  wal: { conceal: 2857, reveal: 805, feed: 1500 },
  /**
   * Derived: images of pages for each, where each page that is found by a hash is touched for the first time since the
   * checkpoint, as it is in large tables. An ending also changes the page of the row, and a page of 21 rows has few that still wait.
   */
  images: { bytes: 8192, conceal: 3, reveal: 2, rowsOfPage: 21 },
  /** `npm run bench:costs`: bytes of such a secret on disk, with indexes, and on the wire; pages are of `npm run bench`. */
  stored: {
    row: 659,
    content: 1724,
    created: 471,
    ended: 365,
    travels: { conceal: 3515, look: 1696, reveal: 2793 },
    pages: 274_000,
  },
  /** `npm run bench:costs`: microseconds of a row that has ended and is read, and what a living one takes besides. */
  walk: {
    micros: { ofRow: 9.5, ofLiving: 73.5 },
    server: { ofRow: 1.6, ofLiving: 19 },
    postgres: { ofRow: 7.9, ofLiving: 54.5 },
    walBytes: 265,
  },
  /** `schema/events/logs.ts`, `npm run bench:costs`, and how long relays and consumers let events gather. */
  kafka: { partitions: 12, recordBytes: 793, gatherMs: 25 },
  /** `npm run bench:relay`. */
  relay: { perSecond: 19_361, eventMs: 0.052, acknowledgedMs, walBytes: 300 },
  /** An assumption: the log's disk. */
  disk: { walBytesPerMs: 200_000 },
  /** `npm run bench:live`: sockets that one process was tried with. */
  sockets: { ofGateway: 1000 },
} as const;
