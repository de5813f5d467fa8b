import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ConsumerProcessOptions } from './consumer-process.ts';

const script = fileURLToPath(new URL('./consumer-process.ts', import.meta.url));

export interface ConsumerProcess {
  readonly child: ChildProcess;
  /** How it ended: the name of a signal, or an exit code. */
  readonly ended: Promise<string>;
  /** Its first line: the state of its subscription once it is open. */
  readonly state: Promise<string>;
}

export function startConsumerProcess(options: ConsumerProcessOptions): ConsumerProcess {
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? code));
  const state = once(child.stdout, 'data').then(([chunk]) => String(chunk).trim());
  state.catch(() => undefined);
  return { child, ended, state };
}
