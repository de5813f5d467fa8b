import path from 'node:path';
import { ForeignArchive, unpack } from '@onceover/postgres-backup';
import { withClient } from '@onceover/postgres-kit/app-connection';
import { readAllIds } from '@onceover/postgres-kit/database-identity';
import {
  findOwnCluster,
  type PostgresAddress,
  type PostgresServer,
  placeCluster,
  startPostgresServer,
} from '@onceover/postgres-server';
import { CommandRefused } from '@onceover/service-kit/command-line';
import { ownDatabase } from '../database.ts';
import type { FoundBackup } from './backup-directory.ts';
import { BASE, type BackedUpDatabase } from './backups.ts';

/** A PostgreSQL that was started on what was in a backup. */
export interface OpenedBackup extends AsyncDisposable {
  /** With all rights, in the database `postgres`. */
  readonly superuser: PostgresAddress;
  /** Of each database of the backup, with all rights. */
  readonly databases: readonly (readonly [BackedUpDatabase, PostgresAddress])[];
}

/** Little memory, for a server that one connection asks. */
const small = { shared_buffers: '32MB', max_connections: '20', autovacuum: 'off' };

/** Unpacks a base backup into a directory and starts it there. Refuses  `CommandRefused`: it is not what its manifest says */
export async function openBase({ path: backup, manifest }: FoundBackup, dataDir: string): Promise<OpenedBackup> {
  await placeCluster(dataDir, async (cluster) => {
    await unpack(path.join(backup, BASE), cluster, manifest.unpackedBytes).catch((error: unknown) => {
      if (!(error instanceof ForeignArchive)) throw error;
      throw new CommandRefused(`${backup} was not made by Onceover, or was changed: ${error.message}.`);
    });
  });
  return await opened(await startServer(dataDir), manifest.databases);
}

/** An empty PostgreSQL for dumps. */
export const startServer = (dataDir: string): Promise<PostgresServer> =>
  startPostgresServer({ dataDir, database: ownDatabase, settings: small });

async function opened(server: PostgresServer, found: readonly BackedUpDatabase[]): Promise<OpenedBackup> {
  await using undo = new AsyncDisposableStack();
  undo.use(server);
  const superuser = await superuserOf(server);
  const databases = found.map((database) => [database, { ...superuser, database: database.name }] as const);
  for (const [{ ids, name }, address] of databases) await checkIds(address, ids, name);
  const owned = undo.move();
  return { superuser, databases, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

export async function superuserOf({ address }: PostgresServer): Promise<PostgresAddress> {
  const own = await findOwnCluster(address);
  if (own === undefined) throw new Error('the server that was just started is not found');
  return own.superuser;
}

/** Refuses  `CommandRefused`: it is another database than the manifest says */
export async function checkIds(address: PostgresAddress, ids: readonly string[], name: string): Promise<void> {
  const found = await withClient(address, readAllIds);
  if (found.join() === ids.join()) return;
  throw new CommandRefused(`The database ${name} in the backup is not the one its manifest names: the ids differ.`);
}
