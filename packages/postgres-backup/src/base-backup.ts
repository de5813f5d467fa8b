import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createGzip } from 'node:zlib';
import type { OwnCluster } from '@onceover/postgres-server';
import pg from 'pg';
import { pack as openPack, type Pack } from 'tar-stream';
import { addBytes, addDirectory, addFile } from './archive.ts';
import { CONTROL, clusterEntries, LABEL, WAL } from './cluster-files.ts';
import { type FileFacts, writeFile } from './write-file.ts';

export interface BaseBackup extends FileFacts {
  /** How much room it needs when it is put back, in bytes. */
  readonly unpackedBytes: number;
}

/**
 * Copies a cluster while it works, with PostgreSQL's low-level interface for backups, into a gzip'ed archive.
 *
 * Shape    the archive is a cluster: unpacked and started, it replays what was written meanwhile and is as the server was
 *          at the end of the backup
 * Units    reads each file once; needs no room beside the archive
 * Throws   where the server goes away meanwhile; what was written is then no backup
 * @NOTE    `pg_basebackup` does the same with the same files, but the binaries of npm come without it.
 */
export async function takeBaseBackup({ directory, superuser }: OwnCluster, file: string): Promise<BaseBackup> {
  const client = new pg.Client({ ...superuser, application_name: 'backup' });
  let lost: Error | undefined;
  client.on('error', (error) => {
    lost = error;
  });
  await client.connect();
  try {
    const pack = openPack();
    let unpackedBytes = 0;
    const filling = fill(client, directory, pack)
      .then((bytes) => {
        unpackedBytes = bytes;
        pack.finalize();
      })
      // Whoever asks a lost session is told that it is lost, and not why.
      .catch(
        (error: unknown) => void pack.destroy(lost ?? (error instanceof Error ? error : new Error(String(error)))),
      );
    // A level that a disk does not wait for; what is sealed cannot be compressed anyway.
    const facts = await writeFile(pack, file, createGzip({ level: 1 }));
    await filling;
    if (lost !== undefined) throw lost;
    return { ...facts, unpackedBytes };
  } finally {
    await client.end();
  }
}

/** The session has to last as long as the backup: PostgreSQL ends both together, and so the slot. */
async function fill(client: pg.Client, cluster: string, pack: Pack): Promise<number> {
  await refuseTablespaces(cluster);
  // From here on nothing of the write-ahead log that the backup will need is recycled.
  await client.query(
    `select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), immediately_reserve => true, temporary => true)`,
  );
  await client.query(`select pg_backup_start('backup', fast => true)`);
  let bytes = 0;
  for await (const { name, isDirectory } of clusterEntries(cluster)) {
    if (isDirectory) addDirectory(pack, name);
    else bytes += await addFile(pack, name, path.join(cluster, name));
  }
  bytes += addBytes(pack, CONTROL, await readWhole(path.join(cluster, CONTROL)));
  const { label, last, segment } = await stop(client);
  for (const name of await walBetween(cluster, firstWalIn(label), last, segment)) {
    bytes += await addFile(pack, `${WAL}/${name}`, path.join(cluster, WAL, name));
  }
  return bytes + addBytes(pack, LABEL, Buffer.from(label));
}

async function stop(client: pg.Client) {
  const { rows } = await client.query<{ label: string; last: string; segment: string }>(`
    select labelfile as label, pg_walfile_name(lsn) as last,
      (select setting from pg_settings where name = 'wal_segment_size') as segment
    from pg_backup_stop(wait_for_archive => false)`);
  const [stopped] = rows;
  if (stopped === undefined) throw new Error('PostgreSQL did not end the backup');
  return { ...stopped, segment: Number(stopped.segment) };
}

/** It is written in one go, but nothing says that it is read in one: two equal readings are whole. */
async function readWhole(file: string): Promise<Buffer> {
  for (let before = await readFile(file); ; ) {
    const again = await readFile(file);
    if (again.equals(before)) return again;
    before = again;
  }
}

function firstWalIn(label: string): string {
  const first = /^START WAL LOCATION: \S+ \(file (?<name>[0-9A-F]{24})\)/.exec(label)?.groups?.name;
  if (first === undefined) throw new Error('PostgreSQL did not say where the backup began');
  return first;
}

/** Names of segments, all that lie between; and the histories of the time lines that led here. */
async function walBetween(cluster: string, first: string, last: string, segment: number): Promise<readonly string[]> {
  const names = (await readdir(path.join(cluster, WAL))).sort();
  const segments = names.filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last);
  if (segments.length !== numberOf(last, segment) - numberOf(first, segment) + 1) {
    throw new Error('a part of the write-ahead log was removed while the backup was made');
  }
  return [...names.filter((name) => /^[0-9A-F]{8}\.history$/.test(name)), ...segments];
}

/** A name is the time line, then the place in two halves of 4 GB and a segment. */
function numberOf(name: string, segment: number): number {
  return Number.parseInt(name.slice(8, 16), 16) * (2 ** 32 / segment) + Number.parseInt(name.slice(16), 16);
}

/** A directory elsewhere, which a copy would share with its original. */
async function refuseTablespaces(cluster: string): Promise<void> {
  const found = await readdir(path.join(cluster, 'pg_tblspc'));
  if (found.length > 0) throw new Error(`tablespaces cannot be backed up: ${cluster} has ${found.length}`);
}
