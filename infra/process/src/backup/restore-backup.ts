import { existsSync } from 'node:fs';
import { rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { ensureRoles, isEmptyDatabase, requireTool, restoreDump } from '@onceover/postgres-backup';
import { withClient } from '@onceover/postgres-kit/app-connection';
import { markRestored, readAllIds } from '@onceover/postgres-kit/database-identity';
import { findRunningServer, hasDatabase, type PostgresAddress, placeCluster } from '@onceover/postgres-server';
import { CommandRefused, type WriteLine } from '@onceover/service-kit/command-line';
import { readKeysOwner } from '@onceover/service-kit/keys-directory';
import { ownDatabase } from '../database.ts';
import { checkFiles, type FoundBackup, findBackup } from './backup-directory.ts';
import type { BackupPlace } from './backup-place.ts';
import type { BackedUpDatabase } from './backups.ts';
import { checkIds, openBase } from './opened-base.ts';

export interface RestoreOptions {
  readonly into?: string;
}

/**
 * `npm run backup -- restore`: puts a backup into an empty place, and says what an operator would have to say after every
 * restore. What is put there is marked as restored before it is in its place, so that a start is refused the keys even where
 * this is interrupted.
 *
 * Refuses  `CommandRefused`: the backup is not whole, there is data already, or the keys are not those of the backup;
 *          nothing was changed
 */
export async function restoreBackup(
  place: BackupPlace,
  asked: string,
  { into }: RestoreOptions,
  write: WriteLine,
): Promise<void> {
  const found = await findBackup(place, asked);
  if (into !== undefined) return await restoreInto(found, path.resolve(into), write);
  if (found.manifest.kind === 'base') refuseUsedServer(serverDirOf(place));
  await checkFiles(found);
  await refuseOtherKeys(place, found);
  if (found.manifest.kind === 'base') await placeBase(found, serverDirOf(place));
  else await restoreDumps(place, found);
  write('The data is in its place.');
  const code = await place.confirmRestored();
  if (code !== 0) {
    throw new CommandRefused(
      'The keys were not confirmed. Fix what is said above, then run: npm run keys -- confirm-loss --restored',
    );
  }
  write('The backup is restored. Start Onceover; npm run keys -- status then says that everything is in order.');
  if (place.afterRestore !== undefined) write(place.afterRestore);
}

/** Of a server whose programs are not here: they have the keys. */
async function restoreInto(found: FoundBackup, serverDir: string, write: WriteLine): Promise<void> {
  if (found.manifest.kind !== 'base') throw new CommandRefused('--into is for base backups; this is a dump.');
  refuseUsedServer(serverDir);
  await checkFiles(found);
  await placeBase(found, serverDir);
  write(`The data is in ${serverDir}. It cannot use its keys until you run this, while it is up without services`);
  write('(npm run start:distributed -- --without-services):');
  write('  npm run keys -- --env data-distributed/env confirm-loss --restored');
  write(
    'Before that, move data-distributed/kafka away: its topics hold events from after the backup. They are created again.',
  );
}

function serverDirOf({ serverDir }: BackupPlace): string {
  if (serverDir !== undefined) return serverDir;
  throw new CommandRefused(
    'This is a base backup of a PostgreSQL that Onceover runs. To restore it for npm start, leave out ONCEOVER_DATABASE_URL; ' +
      'for npm run start:distributed, use --into data-distributed/postgres, without --env.',
  );
}

function refuseUsedServer(serverDir: string): void {
  if (!hasDatabase(serverDir)) return;
  const isRunning = findRunningServer({ dataDir: serverDir, database: ownDatabase }) !== undefined;
  throw new CommandRefused(
    `There is a database in ${serverDir} already, and a backup can only be restored into an empty place. ` +
      `${isRunning ? 'Stop Onceover, and move' : 'Move'} ${path.join(serverDir, 'cluster')} elsewhere first.`,
  );
}

/** Opened beside its place first: there it is marked, and only then moved. */
async function placeBase(found: FoundBackup, serverDir: string): Promise<void> {
  await placeCluster(serverDir, async (cluster) => {
    const beside = path.join(serverDir, 'restoring');
    await rm(beside, { recursive: true, force: true });
    try {
      {
        await using opened = await openBase(found, beside);
        await markAll(opened.superuser);
      }
      await rmdir(cluster);
      await rename(path.join(beside, 'cluster'), cluster);
    } finally {
      await rm(beside, { recursive: true, force: true });
    }
  });
}

/** Of every database in there, also one that the backup was not asked for. */
async function markAll(superuser: PostgresAddress): Promise<void> {
  const { rows } = await withClient(superuser, (client) =>
    client.query<{ name: string }>('select datname as name from pg_database where datallowconn'),
  );
  for (const { name } of rows) {
    await withClient({ ...superuser, database: name }, async (client) => {
      if ((await readAllIds(client)).length > 0) await markRestored(client);
    });
  }
}

async function restoreDumps(place: BackupPlace, { path: backup, manifest }: FoundBackup): Promise<void> {
  await requireTool('pg_restore', Number.parseInt(manifest.postgres, 10));
  const targets = pairs(manifest.databases, await place.openDatabases());
  for (const [, address] of targets) {
    if (await withClient(address, isEmptyDatabase)) continue;
    throw new CommandRefused(
      `The database ${address.database} is not empty, and a backup can only be restored into an empty one. Create a new one: ` +
        'create database NAME owner USER',
    );
  }
  for (const [{ file = '', roles = [], ids, name }, address] of targets) {
    await withClient(address, (client) => ensureRoles(client, roles));
    await restoreDump(address, path.join(backup, file));
    await checkIds(address, ids, name);
    await withClient(address, markRestored);
  }
}

/** One goes to the one that there is; several by their names. Refuses  `CommandRefused` */
function pairs(databases: readonly BackedUpDatabase[], addresses: readonly PostgresAddress[]) {
  const [first, ...others] = databases;
  const [only, ...more] = addresses;
  if (first !== undefined && only !== undefined && others.length + more.length === 0) return [[first, only] as const];
  return databases.map((database) => {
    const address = addresses.find((each) => each.database === database.name);
    if (address !== undefined) return [database, address] as const;
    throw new CommandRefused(
      `The backup has the database ${database.name}, but no setting names a database of that name.`,
    );
  });
}

/** Told before anything is changed: with other keys, or none, there would be data that nothing can open. */
async function refuseOtherKeys({ keysDirs }: BackupPlace, { manifest }: FoundBackup): Promise<void> {
  const known = new Set(manifest.databases.flatMap(({ ids }) => ids));
  for (const keysDir of keysDirs) {
    const owner = existsSync(keysDir) ? await readKeysOwner(keysDir) : null;
    if (owner !== null && [owner.id, ...owner.former].some((id) => known.has(id))) continue;
    throw new CommandRefused(
      `The keys of this backup are not in ${path.resolve(keysDir)}: put your copy of the keys directory there first. A backup never ` +
        'contains keys, and its data cannot be read without them.',
    );
  }
}
