import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import type { DataDirectory } from './data-directory.ts';
import { PostgresServerError } from './errors.ts';
import { readPostmasterPid } from './leftover-server.ts';
import type { RunAs } from './run-as.ts';

const LOG_LIMIT_BYTES = 4_000_000;
const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 20_000;

export interface ServerProgram {
  readonly binaries: Binaries;
  readonly directory: DataDirectory;
  readonly runAs: RunAs;
  readonly settings: Readonly<Record<string, string>>;
}

export interface ServerProcess {
  readonly pid: number;
  /** Resolves when the server has stopped, for whatever reason. */
  readonly exited: Promise<void>;
  /** Fast shutdown: open transactions are rolled back, a checkpoint is written. */
  stop(): Promise<void>;
}

/** Starts the postmaster and waits until it accepts connections, recovery included. */
export async function startServerProcess(program: ServerProgram): Promise<ServerProcess> {
  const { binaries, directory } = program;
  const child = spawnPostmaster(program);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  await untilReady(child, exited, directory);
  const pid = child.pid ?? 0;
  return { pid, exited, stop: () => stopServer(pid, child, exited, binaries) };
}

function spawnPostmaster({ binaries, directory, runAs, settings }: ServerProgram): ChildProcess {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { program, args } = runAs.command(binaries.postgres, ['-D', directory.cluster, ...flags]);
  const { logFile } = directory;
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) truncateSync(logFile);
  // A file and not a pipe: the server outlives a killed program and must not block on a pipe nobody reads.
  const log = openSync(logFile, 'a', 0o600);
  try {
    return spawn(program, args, { ...runAs.spawnOptions, stdio: ['ignore', log, log], windowsHide: true });
  } finally {
    closeSync(log);
  }
}

async function untilReady(child: ChildProcess, exited: Promise<void>, directory: DataDirectory): Promise<void> {
  let hasExited = false;
  void exited.then(() => {
    hasExited = true;
  });
  const deadline = performance.now() + START_LIMIT_MS;
  for (;;) {
    await sleep(5);
    const found = readPostmasterPid(directory.cluster);
    if (found !== undefined && found.pid === child.pid && found.status === 'ready') return;
    if (hasExited) throw failed(directory, 'PostgreSQL did not start');
    if (performance.now() > deadline) {
      child.kill('SIGQUIT');
      throw failed(directory, `PostgreSQL was not ready within ${START_LIMIT_MS / 1000} seconds`);
    }
  }
}

async function stopServer(pid: number, child: ChildProcess, exited: Promise<void>, binaries: Binaries): Promise<void> {
  for (const signal of ['INT', 'QUIT'] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    // Windows has no signals; pg_ctl uses PostgreSQL's own mechanism there.
    if (process.platform === 'win32') spawnSync(binaries.pgCtl, ['kill', signal, String(pid)], { stdio: 'ignore' });
    else child.kill(`SIG${signal}`);
    const limit = new AbortController();
    const isGone = await Promise.race([
      exited.then(() => true),
      sleep(STOP_LIMIT_MS, false, { signal: limit.signal }).catch(() => false),
    ]);
    limit.abort();
    if (isGone) return;
  }
  throw new PostgresServerError('leftover-server', `PostgreSQL (process ${pid}) did not stop.`);
}

function failed({ logFile, cluster }: DataDirectory, what: string): PostgresServerError {
  const lines = existsSync(logFile) ? readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-4) : [];
  return new PostgresServerError('start-failed', `${what} in ${cluster}. Its log ends with:\n${lines.join('\n')}`);
}
