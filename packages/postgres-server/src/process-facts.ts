import { readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** Every PostgreSQL process, postmaster or backend, works inside its data directory; that is how it is recognised. */
export function isPostgresOf(pid: number, cluster: string): boolean | 'unknown' {
  if (process.platform !== 'linux') return 'unknown';
  try {
    const program = path.basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '');
    return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

/** All PostgreSQL processes that still work inside a data directory; empty if the system does not say. */
export function postgresProcessesOf(cluster: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgresOf(pid, cluster) === true);
}
