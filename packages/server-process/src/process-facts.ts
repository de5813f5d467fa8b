import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

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

/** Polls, for a process that is nobody's child. False if the time is over, in milliseconds. */
export async function isGoneWithin(limitMs: number, isGone: () => boolean): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (!isGone()) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}
