import type { BenchStep, Point } from './one-machine.ts';
import type { Quantiles } from './random.ts';

/** Microseconds of CPU: of one alone, and of each where many come at once and share what they can. */
export interface StepCost {
  readonly alone: number;
  readonly busy: number;
}

/** By request. */
export type MicrosOf = Readonly<Record<'conceal' | 'look' | 'reveal', StepCost>>;

const points: Readonly<Record<number, Readonly<Record<BenchStep, Point>>>> = {
  64: {
    cycle: { perSecond: 1851, p50Ms: 32.7, p99Ms: 72.2 },
    conceal: { perSecond: 3949, p50Ms: 15.2, p99Ms: 50.4 },
    look: { perSecond: 23331, p50Ms: 2.39, p99Ms: 8.87 },
    reveal: { perSecond: 5771, p50Ms: 10.1, p99Ms: 28.9 },
  },
  1: {
    cycle: { perSecond: 197, p50Ms: 4.26, p99Ms: 15 },
    conceal: { perSecond: 859, p50Ms: 1, p99Ms: 3.06 },
    look: { perSecond: 2547, p50Ms: 0.35, p99Ms: 1.43 },
    reveal: { perSecond: 754, p50Ms: 1.1, p99Ms: 5.33 },
  },
};

const flushMs: Quantiles = [
  [0, 0.05],
  [0.5, 0.16],
  [0.9, 0.29],
  [0.99, 1.86],
  [0.999, 6.1],
  [1, 12],
];

/**
 * What the parts cost, as it was measured on two cores. Each group says which command prints it; whoever has other machines
 * measures anew and changes it here.
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
  /** `npm run bench:costs`, less what a process uses while nothing happens. */
  parts: {
    gateway: {
      conceal: { alone: 675, busy: 240 },
      look: { alone: 263, busy: 87 },
      reveal: { alone: 617, busy: 250 },
    } satisfies MicrosOf,
    secrets: {
      conceal: { alone: 675, busy: 387 },
      look: { alone: 263, busy: 47 },
      reveal: { alone: 617, busy: 400 },
    } satisfies MicrosOf,
    consumer: { alone: 1000, busy: 500, postgres: { alone: 1000, busy: 300 } },
    redis: { microsOfCommand: 8, commands: { conceal: 2, look: 1, reveal: 2 } },
  },
  statements: {
    conceal: { alone: 340, busy: 43 },
    end: { alone: 340, busy: 50 },
    read: { alone: 66, busy: 7 },
    flushMs,
  },
  wal: { conceal: 2855, reveal: 801, feed: 1500 },
  stored: {
    row: 662,
    content: 1724,
    created: 467,
    ended: 369,
    travels: { conceal: 6000, look: 1500, reveal: 4000 },
    pages: 262_000,
  },
  walk: {
    micros: { ofRow: 8, ofLiving: 55 },
    server: { ofLiving: 22 },
    postgres: { ofRow: 7, ofLiving: 33 },
    walBytes: 1308,
  },
  kafka: { partitions: 12, recordBytes: 818 },
  relay: {
    perSecond: 20_000,
    eventMs: 0.05,
    acknowledgedMs: [
      [0, 1],
      [0.5, 2],
      [0.99, 8],
      [1, 20],
    ] as Quantiles,
    walBytes: 300,
  },
  disk: { walBytesPerMs: 200_000 },
  sockets: { ofGateway: 1000, bytes: 28_000 },
} as const;
