import { poolSettings, surviveLostConnections } from '@onceover/event-store';
import pg from 'pg';

/**
 * Plans use indexes from the first statement on. Otherwise a plan made while the tables are nearly empty would go on
 * scanning them for as long as the connection keeps it. A prepared statement is planned once: planning one read anew for
 * each call costs three times the read.
 */
const planner =
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off -c plan_cache_mode=force_generic_plan';

/** Whose connections they are: their role, their name in `pg_stat_activity`, and how many there may be. */
export interface AppConnection {
  readonly role: string;
  readonly name: string;
  readonly max: number;
}

/** What every connection of a running service is set to: its role, its timeouts, how to plan. */
function appConfig(database: pg.PoolConfig, { role, name, max }: AppConnection): pg.PoolConfig {
  const settings = poolSettings({ max, name });
  const options = [database.options, settings.options, `-c role=${role}`, planner];
  return { ...database, ...settings, options: options.filter((each) => each !== undefined && each !== '').join(' ') };
}

export function openAppPool(database: pg.PoolConfig, connection: AppConnection): pg.Pool {
  const pool = new pg.Pool(appConfig(database, connection));
  // Here, because whoever forgets it ends the process when PostgreSQL restarts.
  surviveLostConnections(pool);
  return pool;
}

/** Runs work on a connection of its own, which is closed afterwards. */
export async function withClient<R>(database: pg.PoolConfig, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client(database as pg.ClientConfig);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
