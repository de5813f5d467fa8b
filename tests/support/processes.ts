import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** Processes that hold a data directory: those started with it as their setting, and PostgreSQL's own, which work in it. */
export function processesOf(dataDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => isSetTo(pid, dataDir) || worksIn(pid, dataDir))
    .map(Number);
}

/** PostgreSQL's processes in a data directory. */
export function serversOf(dataDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && worksIn(name, dataDir))
    .map(Number);
}

function isSetTo(pid: string, dataDir: string): boolean {
  return readIfPresent(`/proc/${pid}/environ`).split('\0').includes(`ONCEOVER_DATA_DIR=${dataDir}`);
}

function worksIn(pid: string, dataDir: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === path.join(dataDir, 'postgres', 'cluster');
  } catch {
    return false;
  }
}

/** A process may end while its files are read. */
function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
