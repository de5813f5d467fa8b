import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** CPU microseconds that a process and its ended children have used so far. Linux only. */
export function cpuMicroseconds(pid: number): number {
  const fields = statFields(pid);
  const ticks = [14, 15, 16, 17].reduce((sum, index) => sum + Number(fields[index - 3] ?? 0), 0);
  return (ticks / ticksPerSecond) * 1e6;
}

/** A process and everything below it. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parents.set(Number(name), Number(statFields(Number(name))[1]));
    } catch {
      // It ended while we looked.
    }
  }
  const tree = [root];
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  return tree;
}

/** Resident memory of a process now. */
export function residentMegabytes(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(line ?? 0) / 1024;
}

/** Fields of /proc/<pid>/stat from the state on (index 0 = field 3 of proc(5)). */
function statFields(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
