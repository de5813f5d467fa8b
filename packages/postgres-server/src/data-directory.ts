import { accessSync, chmodSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { writableDirectory } from '@onceover/server-process';
import { PostgresServerError } from './errors.ts';

/** The major version of the binaries; a data directory of another version must be upgraded first. */
export const MAJOR_VERSION = '18';

export interface DataDirectory {
  readonly root: string;
  /** The directory that PostgreSQL itself calls its data directory. */
  readonly cluster: string;
  readonly lockFile: string;
  readonly logFile: string;
}

/** Makes sure that the directory exists and is writable, and names what is inside. */
export function openDataDirectory(dataDir: string): DataDirectory {
  const wanted = path.resolve(dataDir);
  const failure = (problem: string, options: { cause: unknown }) =>
    new PostgresServerError(
      'data-directory-not-writable',
      `The data directory ${wanted} ${problem}. Make it writable or choose another one.`,
      options,
    );
  const root = writableDirectory(wanted, 0o711, failure);
  if (statSync(root).uid === process.getuid?.()) chmodSync(root, 0o711);
  return {
    root,
    cluster: path.join(root, 'cluster'),
    lockFile: path.join(root, 'owner.lock'),
    logFile: path.join(root, 'server.log'),
  };
}

/** Whether there is a cluster. Refuses one that this version of PostgreSQL cannot open, before anything touches it. */
export function hasCluster({ cluster }: DataDirectory): boolean {
  if (!existsSync(cluster)) return false;
  const versionFile = path.join(cluster, 'PG_VERSION');
  let version: string;
  try {
    version = readFileSync(versionFile, 'utf8').trim();
    readdirSync(path.join(cluster, 'base'));
    accessSync(path.join(cluster, 'global', 'pg_control'), constants.R_OK);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'EACCES') throw foreign(cluster, cause);
    throw new PostgresServerError(
      'data-directory-broken',
      `The data directory ${cluster} is not a complete PostgreSQL data directory ` +
        `(${path.basename((cause as NodeJS.ErrnoException).path ?? versionFile)} is missing). ` +
        'Restore it from a backup, or move it elsewhere to start with an empty one.',
      { cause },
    );
  }
  if (version !== MAJOR_VERSION) {
    throw new PostgresServerError(
      'data-directory-version',
      `The data directory ${cluster} was created by PostgreSQL ${version.slice(0, 20)}; this program comes with version ${MAJOR_VERSION}. ` +
        'Dump it with the old version and restore the dump into a new data directory.',
    );
  }
  return true;
}

/** PostgreSQL opens a directory only as the user it belongs to. */
export function refuseForeignCluster({ cluster }: DataDirectory, uid: number | undefined): void {
  if (uid !== undefined && statSync(cluster).uid !== uid) throw foreign(cluster);
}

function foreign(cluster: string, cause?: unknown): PostgresServerError {
  return new PostgresServerError(
    'data-directory-foreign',
    `The data directory ${cluster} belongs to another user. Start as that user, change its owner with chown, or choose another directory.`,
    { cause },
  );
}
