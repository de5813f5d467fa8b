import { readdirSync, readFileSync } from 'node:fs';
import { type PostgresAddress, type PostgresServer, startPostgresServer } from '@onceover/postgres-server';

/** A PostgreSQL server that is killed and started again at the same address. */
export class ProofPostgres implements AsyncDisposable {
  readonly #dataDir: string;
  #server: PostgresServer | undefined;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  get address(): PostgresAddress {
    if (this.#server === undefined) throw new Error('PostgreSQL is not running');
    return this.#server.address;
  }

  /** The server and its children, which work for themselves once they are there. */
  get pids(): readonly number[] {
    const postmaster = this.#server?.pid;
    return postmaster === undefined ? [] : [postmaster, ...childrenOf(postmaster)];
  }

  async start(): Promise<void> {
    // With so many processes; what a killed one held stays open for a moment.
    this.#server ??= await startPostgresServer({ dataDir: this.#dataDir, settings: { max_connections: '250' } });
  }

  /** As a loss of power would end it. */
  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const pids = [server.pid, ...childrenOf(server.pid)];
    // Otherwise it is started again at once.
    const stopped = server[Symbol.asyncDispose]();
    for (const pid of pids) killIfThere(pid);
    await stopped;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.[Symbol.asyncDispose]();
  }
}

function childrenOf(parent: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);
}

/** The name in field 2 may contain blanks and brackets, so the fields are counted from its last bracket. */
function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
