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
    cycle: { perSecond: 2539, p50Ms: 22.9, p99Ms: 67.1 },
    conceal: { perSecond: 6277, p50Ms: 8.37, p99Ms: 37.5 },
    look: { perSecond: 32_160, p50Ms: 1.78, p99Ms: 6.39 },
    reveal: { perSecond: 6804, p50Ms: 8.41, p99Ms: 28.9 },
  },
  1: {
    cycle: { perSecond: 356, p50Ms: 2.34, p99Ms: 7.34 },
    conceal: { perSecond: 1071, p50Ms: 0.8, p99Ms: 3.35 },
    look: { perSecond: 3843, p50Ms: 0.22, p99Ms: 1.19 },
    reveal: { perSecond: 1101, p50Ms: 0.84, p99Ms: 3.04 },
  },
};

/** `npm run bench:costs`: a conceal alone, less its median without a flush. */
const flushMs: Quantiles = [
  [0, 0.05],
  [0.5, 0.25],
  [0.9, 0.43],
  [0.99, 2],
  [0.999, 5.8],
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
 * What the parts cost, measured on two quiet cores in November 2026. Whoever has other machines measures anew and changes it here.
 */
export const costs = {
  /** `npm run bench`. */
  oneProcess: {
    cores: 2,
    micros: {
      conceal: { alone: 541, busy: 158 },
      look: { alone: 193, busy: 28.9 },
      reveal: { alone: 448, busy: 127 },
    } satisfies MicrosOf,
    client: {
      conceal: { alone: 45.4, busy: 22 },
      look: { alone: 33.4, busy: 12 },
      reveal: { alone: 31.4, busy: 17.7 },
    } satisfies MicrosOf,
    points,
  },
  /** `npm run bench:costs`: by process, beyond what it uses while nothing happens. */
  parts: {
    gateway: {
      conceal: { alone: 882, busy: 209 },
      look: { alone: 340, busy: 63.4 },
      reveal: { alone: 682, busy: 127 },
    } satisfies MicrosOf,
    secrets: {
      conceal: { alone: 1343, busy: 319 },
      look: { alone: 340, busy: 30.2 },
      reveal: { alone: 1428, busy: 185 },
    } satisfies MicrosOf,
    /** An owner's event in notifications, and alone also what wakes it; in PostgreSQL a third of what three consumers take. */
    consumer: { alone: 716, busy: 353, postgres: { alone: 331, busy: 331 } },
    /** Commands by request: windows in `limit-table.ts`, and the bell of an ending. */
    redis: { microsOfCommand: 4, commands: { conceal: 2, look: 1, reveal: 2 } },
  },
  /** `npm run bench:costs`: PostgreSQL, of a command in a statement of one and of 64; reads are of `npm run bench`. */
  statements: {
    conceal: { alone: 385, busy: 50 },
    end: { alone: 155, busy: 28 },
    read: { alone: 44.2, busy: 5.1 },
    flushMs,
  },
  /** `npm run bench:costs`: bytes without images of pages, of a secret of 1,024 characters; of an entry in a feed, estimated. */
  wal: { conceal: 2854, reveal: 799, feed: 1500 },
  /**
   * Derived: images of pages for each, where each page that is found by a hash is touched for the first time since the
   * checkpoint, as it is in large tables. An ending also changes the page of the row, and a page of 21 rows has few that still wait.
   */
  images: { bytes: 8192, conceal: 3, reveal: 2, rowsOfPage: 21 },
  /** `npm run bench:costs`: bytes of such a secret on disk, with indexes, and on the wire; pages are of `npm run bench`. */
  stored: {
    row: 662,
    content: 1720,
    created: 471,
    ended: 369,
    travels: { conceal: 3515, look: 1696, reveal: 2793 },
    pages: 274_000,
  },
  /** `npm run bench:costs`: microseconds of a row that has ended and is read, and what a living one takes besides. */
  walk: {
    micros: { ofRow: 2.33, ofLiving: 123 },
    server: { ofRow: 0.44, ofLiving: 24.8 },
    postgres: { ofRow: 2.62, ofLiving: 108 },
    walBytes: 265,
  },
  /** `schema/events/logs.ts`, `npm run bench:costs`, and how long relays and consumers let events gather. */
  kafka: { partitions: 12, recordBytes: 770, gatherMs: 25 },
  /** `npm run bench:relay`. */
  relay: { perSecond: 25_821, eventMs: 0.039, acknowledgedMs, walBytes: 300 },
  /** An assumption: the log's disk. */
  disk: { walBytesPerMs: 200_000 },
  /** `npm run bench:live`: sockets that one process was tried with. */
  sockets: { ofGateway: 1000 },
} as const;
