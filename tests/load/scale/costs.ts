import type { BenchStep, Point } from './one-machine.ts';
import type { Quantiles } from './random.ts';

/** Microseconds of CPU: of one alone, and of each where many come at once and share what they can. */
export interface StepCost {
  readonly alone: number;
  readonly busy: number;
}

/** By request. */
export type MicrosOf = Readonly<Record<'conceal' | 'look' | 'reveal', StepCost>>;

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
      conceal: { alone: 1215, busy: 279 },
      look: { alone: 440, busy: 73.8 },
      reveal: { alone: 1464, busy: 265 },
    } satisfies MicrosOf,
    secrets: {
      conceal: { alone: 2780, busy: 404 },
      look: { alone: 446, busy: 46.1 },
      reveal: { alone: 4560, busy: 366 },
    } satisfies MicrosOf,
    /** Of an owner's event in notifications; in PostgreSQL a third of what three consumers take there. */
    consumer: { alone: 1381, busy: 947, postgres: { alone: 1000, busy: 780 } },
    /** Commands by request: windows in `limit-table.ts`, and the bell of an ending. */
    redis: { microsOfCommand: 4, commands: { conceal: 2, look: 1, reveal: 2 } },
  },
  /** `npm run bench:costs`: PostgreSQL, of a command in a statement of one and of 64; reads are of `npm run bench`. */
  statements: {
    conceal: { alone: 340, busy: 43 },
    end: { alone: 340, busy: 50 },
    read: { alone: 66.7, busy: 6.6 },
    flushMs,
  },
  /** `npm run bench:costs`: bytes without images of pages, of a secret of 1,024 characters; of an entry in a feed, estimated. */
  wal: { conceal: 2858, reveal: 800, feed: 1500 },
  /**
   * Derived: images of pages for each, where each page that is found by a hash is touched for the first time since the
   * checkpoint, as it is in large tables. An ending also changes the page of the row, and a page of 21 rows has few that still wait.
   */
  images: { bytes: 8192, conceal: 3, reveal: 2, rowsOfPage: 21 },
  /** `npm run bench:costs`: bytes of such a secret on disk, with indexes, and on the wire; pages are of `npm run bench`. */
  stored: {
    row: 662,
    content: 1729,
    created: 473,
    ended: 367,
    travels: { conceal: 4000, look: 1500, reveal: 3500 },
    pages: 274_000,
  },
  /** `npm run bench:costs`: microseconds of a row that has ended and is read, and what a living one takes besides. */
  walk: {
    micros: { ofRow: 7.9, ofLiving: 55 },
    server: { ofRow: 1.4, ofLiving: 22 },
    postgres: { ofRow: 6.5, ofLiving: 33 },
    walBytes: 420,
  },
  /** `schema/events/logs.ts`, and `npm run bench:costs`. */
  kafka: { partitions: 12, recordBytes: 793 },
  /** `npm run bench:relay`. */
  relay: { perSecond: 19_361, eventMs: 0.052, acknowledgedMs, walBytes: 300 },
  /** An assumption: the log's disk. */
  disk: { walBytesPerMs: 200_000 },
  /** `npm run bench:live`: sockets that one process was tried with. */
  sockets: { ofGateway: 1000 },
} as const;
