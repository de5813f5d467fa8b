import { readdirSync, readlinkSync } from 'node:fs';
import type { PostgresAddress } from '@onceover/postgres-server';
import pg from 'pg';
import { residentMegabytes } from '../../load/process-usage.ts';
import type { Sample } from './flatness.ts';

/** A process that is watched. */
export interface Watched {
  readonly name: string;
  readonly pid: number;
  /** Bytes that it has printed. */
  readonly printed: () => number;
}

const SIZES = `
  select n.nspname as schema, sum(pg_total_relation_size(c.oid))::float8 as bytes, sum(c.reltuples)::float8 as rows
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'm') and n.nspname !~ '^(pg_|information_schema$)' group by 1`;

/** Reads what must stay, or grow evenly: memory and descriptors of processes, their logs, and the tables of each schema. */
export async function measure(processes: readonly Watched[], database: PostgresAddress): Promise<Sample> {
  const ofProcesses = processes.flatMap(({ name, pid, printed }): [string, number][] => [
    [`${name}: MB of memory`, residentMegabytes(pid).now],
    [`${name}: descriptors`, descriptorsOf(pid)],
    [`${name}: KB of log`, printed() / 1024],
  ]);
  const client = new pg.Client({ ...database, user: 'postgres' });
  await client.connect();
  try {
    const { rows } = await client.query<{ schema: string; bytes: number }>(SIZES);
    const ofTables = rows.map(({ schema, bytes }) => [`${schema}: MB of tables`, bytes / 1024 / 1024] as const);
    return Object.fromEntries([...ofProcesses, ...ofTables]);
  } finally {
    await client.end();
  }
}

/** Open files and sockets, but those of people who happen to be connected: their number is the load's. */
function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).filter((name) => {
    try {
      return !readlinkSync(`/proc/${pid}/fd/${name}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;
}
