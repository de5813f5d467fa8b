import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * What belongs to a cluster, and has to be in a backup of it. By name: what somebody else has put there, such as keys, is
 * not taken. The configuration that a start writes anew is taken too, for whoever restores with the tools of PostgreSQL.
 */
const FILES = ['PG_VERSION', 'postgresql.conf', 'postgresql.auto.conf', 'pg_hba.conf', 'pg_ident.conf'];
const DIRECTORIES = [
  'base',
  'global',
  'pg_commit_ts',
  'pg_logical',
  'pg_multixact',
  'pg_stat',
  'pg_twophase',
  'pg_xact',
];

/** What PostgreSQL keeps there is good for one run only, or comes from elsewhere; it wants to find them empty. */
const EMPTY = [
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_tblspc',
  'pg_wal',
  'pg_wal/archive_status',
  'pg_wal/summaries',
];

/** Temporary files, and a cache that a start makes anew. */
const NOT_NEEDED = /^(?:pgsql_tmp.*|pg_internal\.init.*)$/;

/** It names the checkpoint that recovery begins with; read last, so that nothing in the copy is newer. */
export const CONTROL = 'global/pg_control';
export const WAL = 'pg_wal';
/** Tells recovery where it begins; PostgreSQL gives it to whoever makes a backup. */
export const LABEL = 'backup_label';

const ALONE: ReadonlySet<string> = new Set([...FILES, ...EMPTY, ...DIRECTORIES, LABEL]);
const NAME = /^\w[\w.-]*$/;
/** A segment of the log, or the history of a time line. */
const WAL_FILE = /^(?:[0-9A-F]{24}|[0-9A-F]{8}\.history)$/;

/**
 * Whether a backup of a cluster can have this name, of a file or a directory. No other file is put into one: some of them tell
 * PostgreSQL to recover from elsewhere, or to put tables there.
 */
export function belongsToCluster(name: string): boolean {
  if (ALONE.has(name)) return true;
  const [directory = '', ...inner] = name.split('/');
  if (directory === WAL) return inner.length === 1 && WAL_FILE.test(inner.join());
  return DIRECTORIES.includes(directory) && inner.every((part) => NAME.test(part));
}

export interface ClusterEntry {
  /** Inside the cluster, with slashes. */
  readonly name: string;
  readonly isDirectory: boolean;
}

/** Every file and directory of a cluster that a backup needs, in the order in which it is put back; `CONTROL` is left out. */
export async function* clusterEntries(cluster: string): AsyncGenerator<ClusterEntry> {
  for (const name of FILES) yield { name, isDirectory: false };
  for (const name of EMPTY) yield { name, isDirectory: true };
  for (const name of DIRECTORIES) yield* below(cluster, name);
}

async function* below(cluster: string, name: string): AsyncGenerator<ClusterEntry> {
  yield { name, isDirectory: true };
  for (const entry of await entriesOf(path.join(cluster, name))) {
    const inner = `${name}/${entry.name}`;
    if (NOT_NEEDED.test(entry.name) || inner === CONTROL) continue;
    if (entry.isDirectory()) yield* below(cluster, inner);
    // A link leads out of the cluster; PostgreSQL makes none in these directories.
    else if (entry.isFile()) yield { name: inner, isDirectory: false };
  }
}

/** A table that is dropped meanwhile takes its directory along. */
async function entriesOf(directory: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
