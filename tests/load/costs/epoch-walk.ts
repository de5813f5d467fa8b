import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresAddress } from '@onceover/postgres-server';
import pg from 'pg';
import type { DatabaseActivity } from '../database-activity.ts';
import { cpuOf } from '../process-usage.ts';
import type { OwnSystem } from '../systems.ts';

/** What the end of an epoch takes: a walk through all rows of secrets that re-wraps the shards of those alive. */
export interface EpochWalk {
  /** Secrets that wait to be opened. */
  readonly living: number;
  /** Secrets that have ended, and whose row is still there. */
  readonly ended: number;
  readonly seconds: number;
  /** CPU seconds. */
  readonly serverCpu: number;
  readonly postgresCpu: number;
  readonly walBytes: number;
  /** Of these, images of whole pages. */
  readonly imageBytes: number;
}

const POLL_MS = 50;
const PATIENCE_MS = 300_000;

/** Makes the current epoch old, and measures until its key is destroyed. */
export async function epochWalk(own: OwnSystem, activity: DatabaseActivity): Promise<EpochWalk> {
  await using client = await superuser(own.database);
  const { rows } = await client.query<{ e: number; living: number; ended: number }>(
    `select e, (select count(*)::int from secrets.secret where wshard is not null) as living,
            (select count(*)::int from secrets.secret where wshard is null) as ended
     from secrets.epoch where state = 'current'`,
  );
  const [{ e, living, ended }] = rows as [{ e: number; living: number; ended: number }];
  await client.query('checkpoint');
  const [from, cpu] = [await activity.walPosition(), cpuOf(own.pids)];
  await client.query(`update secrets.epoch set created_at = created_at - interval '30 days' where e = $1`, [e]);
  const seconds = await untilDestroyed(client, e);
  const used = cpuOf(own.pids);
  const { bytes, imageBytes } = await activity.walContent(from, await activity.walPosition());
  return {
    living,
    ended,
    seconds,
    serverCpu: (used.server - cpu.server) / 1e6,
    postgresCpu: (used.postgres - cpu.postgres) / 1e6,
    walBytes: bytes,
    imageBytes,
  };
}

/** Between the beginning of the next epoch and the end of this one's key, as the database tells. */
async function untilDestroyed(client: pg.Client, epoch: number): Promise<number> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(POLL_MS)) {
    const { rows } = await client.query<{ seconds: number }>(
      `select extract(epoch from o.destroyed_at - n.created_at)::float8 as seconds
       from secrets.epoch o, secrets.epoch n
       where o.e = $1 and o.state = 'destroyed' and n.state = 'current'`,
      [epoch],
    );
    const [row] = rows;
    if (row !== undefined) return row.seconds;
  }
  throw new Error('the epoch did not end');
}

/** Adds rows of secrets that have ended, as an ending leaves them. */
export async function addEnded(database: PostgresAddress, count: number): Promise<void> {
  await using client = await superuser(database);
  await client.query(
    `insert into secrets.secret (lookup, secret_id, version, state, short, kind, flags, kdf, p, attempts, ttl, original_size,
       created, expires, ended_at, e, mlookup, mshort, until)
     select sha256(uuid_send(gen_random_uuid())), uuidv7(), 2, 'received', 'abcdefgh', 'share', 0, 1, 1, 0, 3600, 1024,
       now(), now() + interval '1 hour', now(), 1, sha256(uuid_send(gen_random_uuid())), 'abcdefgh', now() + interval '30 days'
     from generate_series(1, $1::int)`,
    [count],
  );
  await client.query('vacuum (analyze) secrets.secret');
}

async function superuser(database: PostgresAddress): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ ...database, user: 'postgres' });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
