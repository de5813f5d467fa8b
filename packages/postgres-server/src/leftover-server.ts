import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isAlive, isGoneWithin, isRunning } from '@onceover/server-process';
import type { DataDirectory } from './data-directory.ts';
import { PostgresServerError } from './errors.ts';
import { removeTemporary } from './listening.ts';
import { isPostgresOf, postgresProcessesOf } from './process-facts.ts';

/**
 * Stops the server that an earlier program left behind when it was killed.
 *
 * A running one is told to stop cleanly: nothing acknowledged is lost, and ours then starts with its own settings,
 * as our child. A `postmaster.pid` whose process is gone is kept: PostgreSQL uses it to check that no backend of that
 * server still holds the memory. It is removed only if its process id now belongs to an unrelated process or to a
 * zombie, because PostgreSQL would refuse to start, and only if no process works inside the directory.
 *
 * @param host where ours is going to listen; a temporary socket directory of the old one is removed if it is another
 * @returns whether a running server had to be stopped
 */
export async function clearLeftoverServer(directory: DataDirectory, host: string): Promise<boolean> {
  const left = readPostmasterPid(directory.cluster);
  const isServer = left !== undefined && isRunning(left.pid) && isServerOf(left.pid, left, directory.cluster);
  if (isServer) await stopLeftover(left.pid, directory.cluster);
  await untilEmpty(directory.cluster);
  if (left === undefined) return false;
  if (isAlive(left.pid)) rmSync(path.join(directory.cluster, 'postmaster.pid'), { force: true });
  if (left.socketDir !== host) removeTemporary(left.socketDir);
  return isServer;
}

interface PostmasterPid {
  readonly pid: number;
  readonly cluster: string;
  readonly port: number;
  readonly socketDir: string;
  readonly status: string;
}

/** The lines PostgreSQL writes: pid, data directory, start time, port, socket directory, address, memory, status. */
export function readPostmasterPid(cluster: string): PostmasterPid | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Math.abs(Number(lines[0]));
    if (!Number.isSafeInteger(pid) || pid === 0) return undefined;
    return {
      pid,
      cluster: lines[1] ?? '',
      port: Number(lines[3]),
      socketDir: lines[4] ?? '',
      status: (lines[7] ?? '').trim(),
    };
  } catch {
    return undefined;
  }
}

function isServerOf(pid: number, left: PostmasterPid, cluster: string): boolean {
  const known = isPostgresOf(pid, cluster);
  // If the system does not reveal what a process is, PostgreSQL's own file has to be enough.
  return known === 'unknown' ? path.resolve(left.cluster) === cluster : known;
}

/** Fast shutdown, then immediate (the log is replayed at the next start); never SIGKILL, which would orphan backends. */
async function stopLeftover(pid: number, cluster: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      process.kill(pid, signal);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw new PostgresServerError(
        'leftover-server',
        `A PostgreSQL server (process ${pid}) is still running in ${cluster} and cannot be stopped from here. Stop it first.`,
        { cause },
      );
    }
    if (await isGoneWithin(15_000, () => !isRunning(pid))) return;
  }
  throw new PostgresServerError(
    'leftover-server',
    `A PostgreSQL server (process ${pid}) is still running in ${cluster} and does not stop. Stop it first.`,
  );
}

/** Backends of a killed postmaster soon notice and exit by themselves; the next server must not start before that. */
async function untilEmpty(cluster: string): Promise<void> {
  if (await isGoneWithin(5_000, () => postgresProcessesOf(cluster).length === 0)) return;
  for (const pid of postgresProcessesOf(cluster)) process.kill(pid, 'SIGQUIT');
  if (await isGoneWithin(5_000, () => postgresProcessesOf(cluster).length === 0)) return;
  throw new PostgresServerError(
    'leftover-server',
    `PostgreSQL processes are still running in ${cluster}. Stop them first.`,
  );
}
