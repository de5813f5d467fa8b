import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { lockDirectory } from '@onceover/server-process';
import { findBinaries } from './binaries.ts';
import { hasCluster, openDataDirectory } from './data-directory.ts';
import { PostgresServerError } from './errors.ts';
import { chooseRunAs } from './run-as.ts';

/**
 * Puts a cluster that comes from elsewhere where `startPostgresServer` starts it. `fill` writes its files into an empty
 * directory beside the place, which is moved there when complete; they are given to the user that the server runs as.
 *
 * Refuses  `PostgresServerError`: there is a cluster already, or what was written is none of this version
 */
export async function placeCluster(dataDir: string, fill: (cluster: string) => Promise<void>): Promise<void> {
  const directory = openDataDirectory(dataDir);
  using undo = new DisposableStack();
  undo.defer(lockDirectory(directory.lockFile, (...about) => new PostgresServerError(...about)));
  if (existsSync(directory.cluster)) {
    throw new PostgresServerError('data-directory-in-use', `There is a database in ${directory.root} already.`);
  }
  const unfinished = { ...directory, cluster: path.join(directory.root, 'cluster.unfinished') };
  rmSync(unfinished.cluster, { recursive: true, force: true });
  undo.defer(() => rmSync(unfinished.cluster, { recursive: true, force: true }));
  mkdirSync(unfinished.cluster, { mode: 0o700 });
  await fill(unfinished.cluster);
  hasCluster(unfinished);
  const { account } = chooseRunAs(findBinaries(), directory);
  if (account !== undefined) giveAway(unfinished.cluster, account);
  chmodSync(unfinished.cluster, 0o700);
  renameSync(unfinished.cluster, directory.cluster);
}

/** Whether `startPostgresServer` would find a database there, whatever its state. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'cluster'));
}

function giveAway(cluster: string, { uid, gid }: { readonly uid: number; readonly gid: number }): void {
  chownSync(cluster, uid, gid);
  for (const name of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
    chownSync(path.join(cluster, name), uid, gid);
  }
}
