import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { PostgresAddress } from './address.ts';
import { SUPERUSER } from './authentication.ts';

/** A server that `startPostgresServer` runs on this machine, for whoever started it. */
export interface OwnCluster {
  /** The directory that PostgreSQL itself calls its data directory. */
  readonly directory: string;
  /** With all rights, in the database `postgres`. */
  readonly superuser: PostgresAddress;
}

/**
 * Finds the files of the server at an address; undefined if somebody else runs it, or if its files are not within reach.
 *
 * @NOTE  The directory has to hold the very cluster that answers: another container may have one at the same path.
 */
export async function findOwnCluster(address: PostgresAddress): Promise<OwnCluster | undefined> {
  if (!address.host.startsWith('/') && process.platform !== 'win32') return undefined;
  const directory = await ask(address, `select setting as answer from pg_settings where name = 'data_directory'`);
  if (directory === undefined || !isOurs(directory)) return undefined;
  const superuser = { ...address, user: SUPERUSER, database: SUPERUSER };
  const identifier = await ask(superuser, 'select system_identifier::text as answer from pg_control_system()');
  return identifier === systemIdentifierIn(directory) ? { directory, superuser } : undefined;
}

function isOurs(directory: string): boolean {
  return path.basename(directory) === 'cluster' && existsSync(path.join(directory, '..', 'owner.lock'));
}

/** The first thing in the file that tells what is in a cluster. */
function systemIdentifierIn(cluster: string): string {
  return readFileSync(path.join(cluster, 'global', 'pg_control'))
    .readBigUInt64LE()
    .toString();
}

async function ask(address: PostgresAddress, sql: string): Promise<string | undefined> {
  const client = new pg.Client({ ...address });
  await client.connect();
  try {
    return (await client.query<{ answer: string }>(sql)).rows[0]?.answer;
  } finally {
    await client.end();
  }
}
