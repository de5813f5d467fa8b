import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresAddress } from '@onceover/postgres-server';
import { proofVolume } from '@onceover/testing/proof';
import pg from 'pg';
import type { Door } from './door.ts';
import type { History } from './history.ts';

const OPERATIONS_BETWEEN = { least: 150, most: 650 };
const LONGEST_DELAY_MS = 10;
/** A proof holds for as long as security 8 says; within `npm test` it is shorter than what waits for it. */
const PAUSE_MS = proofVolume(0) > 0 ? 5_000 : 500;

export type Outage = () => Promise<void>;

/** One outage after the other, in turn, at random moments of a history, until so many operations have been recorded. */
export async function strike(history: History, outages: readonly Outage[], operations: number): Promise<void> {
  const { least, most } = OPERATIONS_BETWEEN;
  for (let turn = 0; ; turn += 1) {
    const next = history.count + least + Math.floor(Math.random() * (most - least));
    if (next >= operations) return;
    await history.reached(next);
    await sleep(Math.random() * LONGEST_DELAY_MS);
    await outages[turn % outages.length]?.();
  }
}

/** The process is killed and started again. */
export const crashOf =
  (door: Door): Outage =>
  () =>
    door.crash();

/** The process is held still for a moment, with all that it has open, and then goes on as if no time had passed. */
export const pauseOf =
  (pid: () => number | undefined): Outage =>
  async () => {
    const held = pid();
    if (held === undefined) return;
    process.kill(held, 'SIGSTOP');
    await sleep(PAUSE_MS);
    process.kill(held, 'SIGCONT');
  };

/** A session of the product with the database ends, preferably one at work. */
export const lossOfSession =
  (database: PostgresAddress): Outage =>
  () =>
    withSession(database, async (pid, client) => {
      await client.query('select pg_terminate_backend($1)', [pid]);
    });

/** A process of PostgreSQL is killed: the server drops all sessions and recovers from its log. */
export const crashOfBackend =
  (database: PostgresAddress): Outage =>
  () =>
    withSession(database, async (pid) => {
      process.kill(pid, 'SIGKILL');
    });

async function withSession(
  database: PostgresAddress,
  end: (pid: number, client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ ...database, user: 'postgres' });
  // The server may drop this session too.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      order by state = 'active' desc, random() limit 1`,
  );
  for (const { pid } of rows) await end(pid, client);
  await client.end().catch(() => undefined);
}
