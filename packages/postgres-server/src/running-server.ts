import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isRunning } from '@onceover/server-process';
import type { PostgresAddress } from './address.ts';
import { keptPassword } from './authentication.ts';
import { hasCluster, openDataDirectory } from './data-directory.ts';
import { readPostmasterPid } from './leftover-server.ts';
import { isPostgresOf } from './process-facts.ts';

/**
 * The address of the server that another program is running on a data directory; undefined if there is none.
 *
 * For a second program beside the first, such as an operator's command. Only the user who started the server gets in.
 */
export function findRunningServer(options: {
  readonly dataDir: string;
  /** Name of the database and of the role that owns it, as it was started with. */
  readonly database: string;
}): PostgresAddress | undefined {
  if (!existsSync(options.dataDir)) return undefined;
  const directory = openDataDirectory(options.dataDir);
  if (!hasCluster(directory)) return undefined;
  const found = readPostmasterPid(directory.cluster);
  if (found === undefined || found.status !== 'ready' || !isRunning(found.pid)) return undefined;
  // If the system does not reveal what a process is, PostgreSQL's own file has to be enough.
  const known = isPostgresOf(found.pid, directory.cluster);
  const isOurs = known === 'unknown' ? realpathSync(path.resolve(found.cluster)) === directory.cluster : known;
  if (!isOurs) return undefined;
  return {
    host: found.socketDir === '' ? '127.0.0.1' : found.socketDir,
    port: found.port,
    user: options.database,
    password: keptPassword(directory),
    database: options.database,
  };
}
