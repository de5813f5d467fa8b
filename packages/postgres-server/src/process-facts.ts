import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** Whether a process with this id exists, whoever it belongs to. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * What tells this process from a later one with the same id: boot and start time if the system has them, else nothing.
 */
export function birthOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in field 2 may contain blanks and brackets, so the fields are counted from its last bracket.
    const startedAtTicks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return startedAtTicks === undefined ? undefined : `${boot}/${startedAtTicks}`;
  } catch {
    return undefined;
  }
}

/** A zombie still has an id but no longer runs anything. */
export function isRunning(pid: number): boolean {
  if (!isAlive(pid)) return false;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !['Z', 'X'].includes(stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3));
  } catch {
    return isAlive(pid);
  }
}

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
