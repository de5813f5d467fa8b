import { costs, type MicrosOf } from './costs.ts';
import { creationRates, type Mix, meanDaysAlive } from './load.ts';

const SECONDS_OF_DAY = 86_400;
const MICROS = 1e6;
/** Brokers that have each record. */
const COPIES = 3;
/** Brokers keep events of secrets so long, and the log itself longer: `schema/events/logs.ts`. */
const KEPT_DAYS = { topic: 14, log: 120 } as const;
/** A month goes as a whole, so its events stay half a month longer on average. */
const HALF_A_MONTH = 15;
/** An ended secret's row stays for the lifetime, twice, and at least so long: `secret-limits.ts`. */
const LEAST_ROW_DAYS = 30;

/** How far parts may be filled, and what a machine has; whoever buys machines decides. */
export interface Goals {
  /** Share of a thread or core at the peak. */
  readonly busy: number;
  /** Share of an epoch in which its end must be over. */
  readonly ofEpoch: number;
  readonly epochMinutes: number;
  /** Whether the end of an epoch reads the rows of secrets that have ended too, as it does. */
  readonly readsEnded: boolean;
  readonly databaseCores: number;
  readonly databaseMemoryGb: number;
  readonly databaseDiskTb: number;
  readonly walMbPerSecond: number;
}

export const usualGoals: Goals = {
  busy: 0.5,
  ofEpoch: 0.6,
  epochMinutes: 15,
  readsEnded: true,
  databaseCores: 16,
  databaseMemoryGb: 128,
  databaseDiskTb: 4,
  walMbPerSecond: 100,
};

/** What one secret a day means for a database, all its life long. */
export interface PerSecretADay {
  /** Secrets that wait to be opened, and rows of secrets altogether. */
  readonly living: number;
  readonly rows: number;
  readonly diskBytes: number;
  /** Of the table whose rows the walk reads in no order of the disk. */
  readonly walkedBytes: number;
  /** Bytes of the log in a day, of requests and walks. */
  readonly requestWal: number;
  readonly walkWal: number;
  /** Seconds of the walk at the end of each epoch. */
  readonly walkSeconds: number;
  /** CPU seconds of PostgreSQL a day: requests at the mean rate, and walks. */
  readonly requestCpu: number;
  readonly walkCpu: number;
  readonly events: number;
}

export function perSecretADay(mix: Mix, { epochMinutes, readsEnded }: Goals): PerSecretADay {
  const { stored, walk, statements } = costs;
  const living = meanDaysAlive(mix);
  const rows = Math.max(2 * mix.lifetimeDays, LEAST_ROW_DAYS);
  const read = readsEnded ? rows : living;
  const events = 2;
  const eventBytes = stored.created + stored.ended;
  const epochs = (24 * 60) / epochMinutes;
  const requestMicros = statements.conceal.busy + (1 + mix.looks) * statements.read.busy + statements.end.busy;
  const walkMicros = living * walk.postgres.ofLiving + read * walk.postgres.ofRow;
  return {
    living,
    rows,
    walkedBytes: (readsEnded ? rows : mix.lifetimeDays) * stored.row,
    diskBytes: rows * stored.row + living * stored.content + (KEPT_DAYS.log + HALF_A_MONTH) * eventBytes,
    requestWal: walOfRequests(),
    walkWal: epochs * living * walOfLiving(mix),
    walkSeconds: (living * walk.micros.ofLiving + read * walk.micros.ofRow) / MICROS,
    requestCpu: requestMicros / MICROS,
    walkCpu: (epochs * walkMicros) / MICROS,
    events,
  };
}

/** With images of pages. */
function walOfRequests(): number {
  const { wal, images } = costs;
  return wal.conceal + wal.reveal + (images.conceal + images.reveal) * images.bytes;
}

/** Of a shard that is wrapped anew, with its share of the image of its page: most of what waits is older than a day. */
function walOfLiving({ opened }: Mix): number {
  const { walk, images } = costs;
  return walk.walBytes + images.bytes / (images.rowsOfPage * (1 - opened));
}

/** One bound of a database, and how many secrets a day it allows. */
export interface Bound {
  readonly what: string;
  readonly perDay: number;
}

/** Where one PostgreSQL ends, the first bound first. */
export function boundsOfDatabase(mix: Mix, goals: Goals): readonly Bound[] {
  const each = perSecretADay(mix, goals);
  const { peakFactor } = mix;
  const { busy, databaseCores, databaseMemoryGb, databaseDiskTb, walMbPerSecond, ofEpoch, epochMinutes } = goals;
  const bounds: Bound[] = [
    {
      what: `the end of an epoch is over in ${100 * ofEpoch} % of it`,
      perDay: (ofEpoch * epochMinutes * 60) / each.walkSeconds,
    },
    {
      what: `${databaseCores} cores, ${100 * busy} % busy at the peak`,
      perDay: (busy * databaseCores * SECONDS_OF_DAY) / (peakFactor * each.requestCpu + each.walkCpu / ofEpoch),
    },
    {
      what: `rows that are walked through in three quarters of ${databaseMemoryGb} GB`,
      perDay: (0.75 * databaseMemoryGb * 1e9) / each.walkedBytes,
    },
    {
      what: `WAL of ${walMbPerSecond} MB/s`,
      perDay: (walMbPerSecond * 1e6 * SECONDS_OF_DAY) / (peakFactor * each.requestWal + each.walkWal / ofEpoch),
    },
    { what: `${databaseDiskTb} TB, three quarters full`, perDay: (0.75 * databaseDiskTb * 1e12) / each.diskBytes },
    {
      what: `one relay, ${100 * busy} % busy at the peak`,
      perDay: (busy * costs.relay.perSecond * SECONDS_OF_DAY) / (peakFactor * each.events),
    },
  ];
  return bounds.toSorted((one, other) => one.perDay - other.perDay);
}

/** What so many secrets a day need. Rates are of the peak. */
export interface Needs {
  readonly cells: number;
  /** Of each cell. */
  readonly cell: {
    readonly perDay: number;
    readonly perSecond: number;
    readonly living: number;
    readonly rows: number;
    readonly gateways: number;
    readonly sockets: number;
    readonly secretsProcesses: number;
    readonly databaseCores: number;
    readonly diskTb: number;
    readonly walMbPerSecond: number;
    readonly shareOfEpoch: number;
    readonly eventsPerSecond: number;
    readonly brokerTb: number;
    readonly brokerMbPerSecond: number;
    readonly redisPerSecond: number;
    readonly apiMbPerSecond: number;
  };
  readonly pageGbPerSecond: number;
}

/** One more than is needed, so that one may be lost at the peak. */
const andOne = (needed: number): number => Math.ceil(needed) + 1;

export function needsOf(perDay: number, mix: Mix, goals: Goals): Needs {
  const [first] = boundsOfDatabase(mix, goals) as [Bound];
  const cells = Math.max(1, Math.ceil(perDay / first.perDay));
  const pageGbPerSecond = (creationRates(perDay, mix).peak * costs.stored.pages) / 1e9;
  return { cells, cell: needsOfCell(perDay / cells, mix, goals), pageGbPerSecond };
}

function needsOfCell(perDay: number, mix: Mix, goals: Goals): Needs['cell'] {
  const each = perSecretADay(mix, goals);
  const { peak } = creationRates(perDay, mix);
  const { gateway, secrets, redis } = costs.parts;
  const epochSeconds = goals.epochMinutes * 60;
  const walkSeconds = epochSeconds * goals.ofEpoch;
  const [living, events] = [perDay * each.living, peak * each.events];
  const threads = (by: MicrosOf) => (peak * ofSecret(mix, (kind) => by[kind].busy)) / MICROS;
  const walkThread = (living * costs.walk.server.ofLiving) / MICROS / walkSeconds;
  const sockets = peak * 60 * mix.minutesOpen * mix.watched;
  const coresAtPeak = (perDay * (mix.peakFactor * each.requestCpu + each.walkCpu / goals.ofEpoch)) / SECONDS_OF_DAY;
  const walBytes = peak * each.requestWal + (living * walOfLiving(mix)) / walkSeconds;
  return {
    perDay,
    perSecond: peak,
    living,
    rows: perDay * each.rows,
    sockets,
    gateways: andOne(Math.max(threads(gateway) / goals.busy, sockets / costs.sockets.ofGateway)),
    secretsProcesses: andOne((threads(secrets) + walkThread) / goals.busy),
    databaseCores: Math.max(2, Math.ceil(coresAtPeak / goals.busy)),
    diskTb: (perDay * each.diskBytes) / 1e12,
    walMbPerSecond: walBytes / 1e6,
    shareOfEpoch: (perDay * each.walkSeconds) / epochSeconds,
    eventsPerSecond: events,
    brokerTb: (COPIES * perDay * each.events * costs.kafka.recordBytes * KEPT_DAYS.topic) / 1e12,
    brokerMbPerSecond: (COPIES * events * costs.kafka.recordBytes) / 1e6,
    redisPerSecond: peak * ofSecret(mix, (kind) => redis.commands[kind]),
    apiMbPerSecond: (peak * ofSecret(mix, (kind) => costs.stored.travels[kind])) / 1e6,
  };
}

/** What a secret means in all its requests. */
function ofSecret({ looks, opened }: Mix, of: (kind: keyof MicrosOf) => number): number {
  return of('conceal') + looks * of('look') + opened * of('reveal');
}
