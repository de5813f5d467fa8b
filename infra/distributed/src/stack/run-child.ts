import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { keepRunning } from './keep-running.ts';
import { processMain } from './programs.ts';
import type { RunningPart } from './run-parts.ts';

const STOP_LIMIT_MS = 30_000;

export interface ChildOptions {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
  /** For tests: another program than the process of a service. */
  readonly command?: readonly string[];
  readonly firstPauseMs?: number;
}

/**
 * Runs a process and keeps it running.
 *
 * Rejects if the first start fails, with what the process has said about it.
 */
export async function runChild(options: ChildOptions): Promise<RunningPart & { readonly pid: number }> {
  const { name, say, firstPauseMs } = options;
  let child = startChild(options);
  const where = await child.up;
  const kept = keepRunning({
    name,
    say,
    firstPauseMs,
    start() {
      child = startChild(options);
      void child.ended.then(kept.hasEnded);
      return child.up;
    },
  });
  void child.ended.then(kept.hasEnded);

  return {
    where,
    get pid() {
      return child.process.pid ?? 0;
    },
    async [Symbol.asyncDispose]() {
      kept[Symbol.dispose]();
      if (!child.process.kill('SIGTERM')) return;
      const limit = setTimeout(() => child.process.kill('SIGKILL'), STOP_LIMIT_MS);
      await child.ended;
      clearTimeout(limit);
    },
  };
}

interface Child {
  readonly process: ChildProcess;
  /** Where it is; rejects if it ends before. */
  readonly up: Promise<string>;
  /** How it ended. */
  readonly ended: Promise<string>;
}

function startChild({ name, env, command = [processMain, name] }: ChildOptions): Child {
  const child = spawn(process.execPath, [...command], {
    env: { ...withoutSettings(process.env), ...env },
    // In a group of its own, so that Ctrl-C reaches the supervisor alone, which stops all in order. The channel tells the child
    // when the supervisor is gone.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { promise: up, resolve, reject } = Promise.withResolvers<string>();
  child.stderr?.pipe(process.stderr, { end: false });
  createInterface({ input: child.stdout ?? Readable.from([]) }).on('line', (line) => {
    const [, place] = /^\S+ is up: (\S+)$/.exec(line) ?? [];
    if (place === undefined) process.stdout.write(`${line}\n`);
    else resolve(place);
  });
  const ended = new Promise<string>((resolveEnd) => {
    child.once('error', (error) => resolveEnd(error.message));
    child.once('close', (code, signal) => resolveEnd(signal ?? `exit code ${code}`));
  });
  void ended.then((how) => reject(new Error(`It has ended (${how}); what it said stands above.`)));
  up.catch(() => undefined);
  return { process: child, up, ended };
}

function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('ONCEOVER_')));
}
