import { poolSettings } from '@onceover/event-store';
import openKnex, { type Knex } from 'knex';
import pg from 'pg';
import { appRole } from './migrate.ts';

/**
 * Plans are index lookups from the first statement on: one made while the tables are nearly empty would otherwise scan
 * them for as long as the connection keeps it.
 */
const planner = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off';

/** What every connection of the running service is told: its role, its timeouts, how to plan. */
function appConfig(database: pg.PoolConfig, name: string, max: number): pg.PoolConfig {
  const settings = poolSettings({ max, name });
  const options = [database.options, settings.options, `-c role=${appRole}`, planner];
  return { ...database, ...settings, options: options.filter((each) => each !== undefined && each !== '').join(' ') };
}

/** The pool of commands and reads. */
export function openAppPool(database: pg.PoolConfig, max: number): pg.Pool {
  return new pg.Pool(appConfig(database, 'onceover secrets', max));
}

/** A small pool for key rotation, whose steps are transactions of their own. */
export function openAppKnex(database: pg.PoolConfig): Knex {
  const { max: _max, ...connection } = appConfig(database, 'onceover secrets keys', 1);
  return openKnex({ client: 'pg', connection: connection as Knex.PgConnectionConfig, pool: { min: 0, max: 4 } });
}
