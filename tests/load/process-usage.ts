import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** What a system runs on beside its own processes, by the names of their programs. */
const programs: Readonly<Record<string, keyof Cpu>> = { postgres: 'postgres', java: 'kafka', 'redis-server': 'redis' };

/** CPU microseconds used so far. */
export interface Cpu {
  /** The product's own processes. */
  readonly server: number;
  readonly postgres: number;
  readonly kafka: number;
  readonly redis: number;
}

/**
 * CPU that some processes and everything below them have used so far, those of PostgreSQL, Kafka and Redis apart from the others.
 * A process that has ended counts with its parent, once that has noticed. Linux only; exact to 10 ms.
 */
export function cpuOf(roots: readonly number[]): Cpu {
  const used = { server: 0, postgres: 0, kafka: 0, redis: 0 };
  for (const { part, cpu } of processesBelow(roots)) used[part] += cpu;
  return used;
}

export interface ResidentMegabytes {
  readonly now: number;
  /** The highest since the process was started. */
  readonly highest: number;
}

/** Resident memory of a process. */
export function residentMegabytes(pid: number): ResidentMegabytes {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
  return { now: of('VmRSS'), highest: of('VmHWM') };
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly part: keyof Cpu;
  readonly cpu: number;
}

function processesBelow(roots: readonly number[]): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
  const below = all.filter(({ pid }) => roots.includes(pid));
  for (const { pid } of below) below.push(...all.filter(({ parent }) => parent === pid));
  return below;
}

/** See proc(5): the name stands in brackets, then the state; times are utime, stime and those of ended children. */
function readProcess(pid: number): Process[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const nameEnd = text.lastIndexOf(')');
    const fields = text.slice(nameEnd + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0);
    const part = programs[text.slice(text.indexOf('(') + 1, nameEnd)] ?? 'server';
    return [{ pid, parent: Number(fields[1]), part, cpu: (ticks / ticksPerSecond) * 1e6 }];
  } catch {
    return []; // It ended while it was read.
  }
}
