import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ConsumerProcessOptions } from './consumer-process.ts';
import type { KafkaProcessOptions } from './kafka-process.ts';

const script = fileURLToPath(new URL('./consumer-process.ts', import.meta.url));
const kafkaScript = fileURLToPath(new URL('./kafka-process.ts', import.meta.url));

/** Disposing kills it. */
export interface ConsumerProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  /** How it ended: the name of a signal, or an exit code. */
  readonly ended: Promise<string>;
  /** Its first line: the state of its subscription once it is open, of a relay that it is ready. */
  readonly state: Promise<string>;
}

export function startConsumerProcess(options: ConsumerProcessOptions): ConsumerProcess {
  return start(script, options);
}

/** A relay or a consumer whose logs are in topics. */
export function startKafkaProcess(options: KafkaProcessOptions): ConsumerProcess {
  return start(kafkaScript, options);
}

function start(program: string, options: object): ConsumerProcess {
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? code));
  const state = once(child.stdout, 'data').then(([chunk]) => String(chunk).trim());
  state.catch(() => undefined);
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { child, ended, state, [Symbol.asyncDispose]: kill };
}
