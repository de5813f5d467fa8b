import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import { storageQuotas } from '../../domain/secret/storage-quotas.ts';

/** How much content each holder has waiting, in bytes. A holder is a keyed hash, in hexadecimal. */
export interface LiveBytes {
  /** As far as this process knows: what was read last, and what it has added since. */
  of(holders: readonly string[]): number;
  /** Counts bytes that are about to be stored; negative ones for those that were not stored after all. */
  add(holder: string, expiresAt: Date, bytes: number): void;
  /** Writes what was added, and reads what all processes have. Calls at the same time share one run. */
  refresh(): Promise<void>;
  /** Whether anything was added that is not written yet. */
  hasNews(): boolean;
}

const HOUR_MS = 3_600_000;

const write = {
  name: 'write live bytes',
  text: `
    insert into secrets.live_bytes (holder, expires_by, bytes)
      select * from unnest($1::bytea[], $2::timestamptz[], $3::bigint[])
      on conflict (holder, expires_by) do update set bytes = greatest(0, live_bytes.bytes + excluded.bytes)`,
};

/** Without regard to what has ended early: never less than what waits. */
const readRecorded = {
  name: 'read recorded bytes',
  text: `
    select encode(l.holder, 'hex') as holder, sum(l.bytes) as bytes from secrets.live_bytes l
      where l.expires_by > (select clock_timestamp()) group by l.holder`,
};

/**
 * What waits: of each hour in which secrets expire, the recorded bytes in proportion to the content that is still there.
 * So they fall when secrets are opened or burned, although no row says whose secret it was.
 */
const readLive = {
  name: 'read live bytes',
  text: `
    with there as (
      select date_bin('1 hour', c.expires, 'epoch') + interval '1 hour' as expires_by,
          sum(octet_length(c.ct) + ${storageQuotas.rowBytes}) as bytes
        from secrets.secret_content c group by 1
    ), recorded as (
      select l.expires_by, sum(l.bytes) as bytes from secrets.live_bytes l
        where l.expires_by > (select clock_timestamp()) group by 1
    )
    select encode(l.holder, 'hex') as holder,
        ceil(sum(l.bytes * least(1, coalesce(t.bytes, 0) / r.bytes))) as bytes
      from secrets.live_bytes l
      join recorded r on r.expires_by = l.expires_by and r.bytes > 0
      left join there t on t.expires_by = l.expires_by
      group by l.holder`,
};

/** Bytes by holder, and of each by the hour in which they expire. */
type Tally = Map<string, Map<number, number>>;

/**
 * Live bytes in memory, and in `live_bytes` every few seconds. A process that dies takes with it what it added since it last
 * wrote. All content is counted only while somebody might be above half of a quota.
 */
export function createLiveBytes(pool: pg.Pool): LiveBytes {
  let known: ReadonlyMap<string, number> = new Map();
  let added: Tally = new Map();
  let writing: Tally = new Map();
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    writing = added;
    added = new Map();
    try {
      await writeTally(pool, writing);
    } catch (error) {
      for (const [holder, hours] of writing) for (const [hour, bytes] of hours) count(added, holder, hour, bytes);
      writing = new Map();
      throw error;
    }
    const recorded = await readBytes(pool, readRecorded);
    const isSomebodyNear = Math.max(0, ...recorded.values()) > storageQuotas.perNetwork / 2;
    known = isSomebodyNear ? await readBytes(pool, readLive) : recorded;
    writing = new Map();
  }

  return {
    of(holders) {
      let bytes = 0;
      for (const holder of holders)
        bytes += (known.get(holder) ?? 0) + totalOf(added, holder) + totalOf(writing, holder);
      return bytes;
    },
    add: (holder, expiresAt, bytes) => count(added, holder, Math.floor(expiresAt.getTime() / HOUR_MS) + 1, bytes),
    refresh() {
      running ??= run().finally(() => {
        running = null;
      });
      return running;
    },
    hasNews: () => added.size > 0,
  };
}

function count(tally: Tally, holder: string, hour: number, bytes: number): void {
  const hours = tally.get(holder) ?? new Map<number, number>();
  hours.set(hour, (hours.get(hour) ?? 0) + bytes);
  tally.set(holder, hours);
}

function totalOf(tally: Tally, holder: string): number {
  let total = 0;
  for (const bytes of tally.get(holder)?.values() ?? []) total += bytes;
  return total;
}

async function writeTally(pool: pg.Pool, tally: Tally): Promise<void> {
  const rows = [...tally].flatMap(([holder, hours]) => [...hours].map(([hour, bytes]) => ({ holder, hour, bytes })));
  if (rows.length === 0) return;
  await queryRows(pool, write, [
    rows.map(({ holder }) => Buffer.from(holder, 'hex')),
    rows.map(({ hour }) => new Date(hour * HOUR_MS)),
    rows.map(({ bytes }) => bytes),
  ]);
}

async function readBytes(pool: pg.Pool, statement: typeof readLive): Promise<ReadonlyMap<string, number>> {
  const rows = await queryRows<{ holder: string; bytes: string }>(pool, statement, []);
  return new Map(rows.map(({ holder, bytes }) => [holder, Number(bytes)]));
}
