import path from 'node:path';
import { dumpDatabase, PostgresToolFailed, requireTool, rolesOf, takeBaseBackup } from '@onceover/postgres-backup';
import { withClient } from '@onceover/postgres-kit/app-connection';
import { readAllIds } from '@onceover/postgres-kit/database-identity';
import { findOwnCluster, hasDatabase, type OwnCluster, type PostgresAddress } from '@onceover/postgres-server';
import { CommandRefused, type WriteLine } from '@onceover/service-kit/command-line';
import type pg from 'pg';
import { productVersion } from '../product.ts';
import { sizeOf } from '../size-of.ts';
import { backupDirectory, removeOld, writeBackup } from './backup-directory.ts';
import type { BackupPlace } from './backup-place.ts';
import { BASE, type BackedUpDatabase, MANIFEST_FORMAT, type Manifest } from './backups.ts';

export interface CreateOptions {
  readonly to?: string;
  readonly keep?: number;
}

/** `npm run backup -- create` */
export async function createBackup(place: BackupPlace, { to, keep }: CreateOptions, write: WriteLine): Promise<void> {
  const directory = await backupDirectory(place, to);
  const { serverDir } = place;
  if (serverDir !== undefined && !hasDatabase(serverDir))
    throw new CommandRefused(`There is no database in ${serverDir}.`);
  const begun = performance.now();
  const databases = await place.openDatabases();
  const own = await ownClusterOf(databases);
  if (own !== undefined) await backupDirectory({ ...place, dataDir: path.dirname(own.directory) }, to);
  const { name, manifest } = await writeBackup(directory, async (unfinished, madeAt) => ({
    format: MANIFEST_FORMAT,
    madeAt: madeAt.toISOString(),
    onceover: productVersion(),
    ...(own === undefined ? await dumps(databases, unfinished) : await base(own, databases, unfinished)),
  }));
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  write(
    `${path.join(directory, name)}: ${kindOf(manifest)}, ${sizeOf(bytes)}, made in ${seconds} s. It contains no key.`,
  );
  if (keep === undefined) return;
  for (const { name: old } of await removeOld(directory, keep)) write(`Removed ${path.join(directory, old)}.`);
}

export const kindOf = ({ kind }: Pick<Manifest, 'kind'>): string => (kind === 'base' ? 'a base backup' : 'a dump');

type Content = Pick<Manifest, 'kind' | 'postgres' | 'unpackedBytes' | 'databases' | 'files'>;

/** Our server, if it has all of them: its files are all databases as of one moment. */
async function ownClusterOf(databases: readonly PostgresAddress[]): Promise<OwnCluster | undefined> {
  const [first, ...others] = await Promise.all(databases.map(findOwnCluster));
  return others.every((other) => other?.directory === first?.directory) ? first : undefined;
}

async function base(own: OwnCluster, addresses: readonly PostgresAddress[], unfinished: string): Promise<Content> {
  const databases: BackedUpDatabase[] = [];
  for (const { database: name } of addresses) {
    const ids = await withClient({ ...own.superuser, database: name }, readAllIds);
    if (ids.length === 0) throw notOurs();
    databases.push({ name, ids: [...ids] });
  }
  const postgres = await withClient(own.superuser, versionOf);
  const { unpackedBytes, ...facts } = await takeBaseBackup(own, path.join(unfinished, BASE));
  return { kind: 'base', postgres, unpackedBytes, databases, files: [{ name: BASE, ...facts }] };
}

async function dumps(addresses: readonly PostgresAddress[], unfinished: string): Promise<Content> {
  const databases: BackedUpDatabase[] = [];
  const files: Manifest['files'] = [];
  const versions = new Set<string>();
  let unpackedBytes = 0;
  for (const [index, address] of addresses.entries()) {
    const about = await withClient(address, describe);
    await requireTool('pg_dump', Number.parseInt(about.postgres, 10)).catch(withOtherWays);
    const file = addresses.length === 1 ? 'onceover.dump' : `onceover-${index + 1}.dump`;
    files.push({ name: file, ...(await dumpDatabase(address, path.join(unfinished, file))) });
    databases.push({ name: address.database, ids: [...about.ids], roles: [...about.roles], file });
    versions.add(about.postgres);
    unpackedBytes += about.bytes;
  }
  return { kind: 'dump', postgres: [...versions].join(', '), unpackedBytes, databases, files };
}

async function describe(client: pg.Client) {
  const ids = await readAllIds(client);
  if (ids.length === 0) throw notOurs();
  const size = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  const bytes = Number(size.rows[0]?.bytes);
  return { postgres: await versionOf(client), ids, roles: await rolesOf(client), bytes };
}

function withOtherWays(error: unknown): never {
  if (!(error instanceof PostgresToolFailed)) throw error;
  throw new CommandRefused(
    `${error.message} Or leave backups to the tools of that server, such as pgBackRest or an archive of its write-ahead log.`,
  );
}

async function versionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
  return rows[0]?.version ?? '';
}

const notOurs = () => new CommandRefused('There is nothing to back up: this database holds no Onceover data yet.');
