import { NamedError } from '@onceover/service-kit/errors';
import type pg from 'pg';
import { withClient } from './app-connection.ts';

/** For the commands of operators, backups and people who look. */
const SPARE = 10;

export interface ConnectionNeed {
  /** Sum of the maximum connections of all pools of one process. */
  readonly perProcess: number;
  /** What to lower, for the sentence that is shown: names of settings with their values. */
  readonly settings: readonly string[];
}

/** PostgreSQL has fewer connections than the pools may open; the message says what to do. */
export class TooFewConnections extends NamedError {}

/**
 * Refuses to start where the pools could not be filled: requests would fail under load, which is when nobody wants to find
 * out. Everything counts twice, because two processes run while one replaces the other.
 *
 * Refuses  `TooFewConnections`
 */
export async function checkConnections(database: pg.PoolConfig, need: ConnectionNeed): Promise<void> {
  const slots = await slotsOf(database);
  const wanted = 2 * need.perProcess + SPARE;
  const [tightest] = slots.toSorted((a, b) => a.connections - b.connections);
  if (tightest === undefined || tightest.connections >= wanted) return;
  throw new TooFewConnections(
    `PostgreSQL offers ${tightest.connections} connections (${tightest.limit}), and the services need ${wanted}: ` +
      `twice ${need.perProcess}, because two processes run while one replaces the other, and ${SPARE} to spare. ` +
      `Raise the limit by ${wanted - tightest.connections}${lowering(need.settings)}.`,
  );
}

function lowering(settings: readonly string[]): string {
  return settings.length === 0 ? '' : `, or lower ${settings.join(' or ')}`;
}

interface Slots {
  readonly connections: number;
  readonly limit: string;
}

async function slotsOf(database: pg.PoolConfig): Promise<Slots[]> {
  return await withClient(database, async (client) => {
    const { rows } = await client.query<Slots>(`
      select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0) as connections,
        'max_connections, without those it reserves' as limit
      union all
      select datconnlimit, 'the connection limit of the database' from pg_database
        where datname = current_database() and datconnlimit >= 0
      union all
      select rolconnlimit, 'the connection limit of the role' from pg_roles
        where rolname = session_user and rolconnlimit >= 0`);
    return rows;
  });
}
