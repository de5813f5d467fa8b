import pg from 'pg';
import type { PostgresAddress } from './address.ts';
import { SUPERUSER } from './authentication.ts';

/**
 * The database and the role that owns it, created if they are missing.
 *
 * The role is not a superuser: it can create databases and roles and checkpoint, but not read files or run programs.
 */
export async function ensureDatabase(address: PostgresAddress): Promise<void> {
  const client = new pg.Client({ ...address, user: SUPERUSER, database: 'postgres' });
  await client.connect();
  try {
    const role = client.escapeIdentifier(address.user);
    const found = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_database where datname = $2) as database`,
      [address.user, address.database],
    );
    if (found.rows[0]?.role !== true) {
      const secret = address.password === '' ? '' : ` password ${client.escapeLiteral(address.password)}`;
      await client.query(`create role ${role} login createdb createrole${secret}`);
      await client.query(`grant pg_checkpoint, pg_read_all_settings, pg_read_all_stats, pg_signal_backend to ${role}`);
    }
    if (found.rows[0]?.database !== true) {
      await client.query(`create database ${client.escapeIdentifier(address.database)} owner ${role}`);
    }
  } finally {
    await client.end();
  }
}
