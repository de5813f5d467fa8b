import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { askBroker } from './ask-broker.ts';
import type { NodeDirectory } from './data-directory.ts';
import { KafkaServerError } from './errors.ts';
import { javaArguments, type KafkaProgram, reasonIn } from './kafka-program.ts';

const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 30_000;

export interface BrokerProcess {
  readonly pid: number;
  /** Resolves when the broker has ended, for whatever reason. */
  readonly exited: Promise<void>;
  /**
   * Resolves when the broker answers requests and the controller that the nodes chose lets it serve.
   *
   * Refuses  `port-taken`; `start-failed` with the last lines of its log
   */
  ready(signal: AbortSignal | undefined): Promise<void>;
  /** Told to stop, and killed if it does not within half a minute. */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/**
 * Becomes the broker, with a watcher beside it that stops the broker once the program at the other end of the standard input
 * is gone. A line on it says that all is well: the broker ended first.
 */
const WATCHED = `
exec 3<&0 </dev/null
{
  read -r _ <&3 && exit
  kill -TERM $$
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do sleep 1; kill -0 $$ || exit; done
  kill -KILL $$
} >/dev/null 2>&1 &
exec "$@" 3<&-
`;

export function startBrokerProcess(program: KafkaProgram, node: NodeDirectory, address: string): BrokerProcess {
  const child = spawnBroker(program, node);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      child.stdin?.end('\n');
      resolve();
    });
    child.once('error', () => resolve());
  });
  const pid = child.pid ?? 0;
  writeFileSync(node.pidFile, `${pid}\n`);
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  return {
    pid,
    exited,
    ready: (signal) => untilReady(child, node, address, signal),
    async stop() {
      const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      await end('SIGTERM');
      clearTimeout(limit);
    },
    kill: () => end('SIGKILL'),
  };
}

/** In a session of its own: Ctrl-C reaches the program, which stops its brokers when it no longer needs them. */
function spawnBroker(program: KafkaProgram, node: NodeDirectory): ChildProcess {
  const broker = [program.java, ...javaArguments(program, node), 'kafka.Kafka', node.settingsFile];
  const out = openSync(node.consoleFile, 'w');
  try {
    const child = spawn('/bin/sh', ['-c', WATCHED, 'sh', ...broker], {
      cwd: node.root,
      detached: true,
      stdio: ['pipe', out, out],
    });
    // Nobody may read it any more when its end is told.
    child.stdin?.on('error', () => {});
    return child;
  } finally {
    closeSync(out);
  }
}

async function untilReady(
  child: ChildProcess,
  node: NodeDirectory,
  address: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  for (;;) {
    signal?.throwIfAborted();
    if (child.exitCode !== null || child.signalCode !== null) throw failed(node, address, 'did not start');
    if (await serves(node.id, address)) return;
    if (performance.now() > deadline) throw failed(node, address, `was not ready within ${START_LIMIT_MS / 1000} s`);
    await sleep(50);
  }
}

/** A broker that no controller has let in yet does not list itself. */
async function serves(id: number, address: string): Promise<boolean> {
  try {
    const { brokers } = await askBroker(address);
    return brokers.some((broker) => broker.id === id && broker.address === address);
  } catch {
    return false;
  }
}

function failed(node: NodeDirectory, address: string, what: string): KafkaServerError {
  const said = [...linesOf(node.logFile), ...linesOf(node.consoleFile)];
  if (said.some((line) => line.includes('Address already in use'))) {
    return new KafkaServerError(
      'port-taken',
      `A port of Kafka's node ${node.id} (${address} or its controller's) is taken. Choose others.`,
    );
  }
  return new KafkaServerError(
    'start-failed',
    `Kafka's node ${node.id} ${what} in ${node.root}. Its log ends with:\n${reasonIn(said)}`,
  );
}

/** The last ones, since the node was last started. */
function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-100);
  } catch {
    return [];
  }
}
