import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isGoneWithin, isRunning } from '@onceover/server-process';
import type { NodeDirectory } from './data-directory.ts';
import { KafkaServerError } from './errors.ts';
import { markOf } from './kafka-program.ts';

const STOP_LIMIT_MS = 30_000;
const KILL_LIMIT_MS = 10_000;

/**
 * Stops the broker of this node that an earlier program left behind, if its process still is that broker.
 *
 * Killing one that does not stop loses nothing that is on disk: Kafka recovers its log at the next start.
 *
 * @returns whether there was one
 */
export async function clearLeftoverBroker(node: NodeDirectory): Promise<boolean> {
  const pid = readPid(node.pidFile);
  if (pid === undefined || !isRunning(pid) || !isBrokerOf(pid, node)) return false;
  for (const [signal, limitMs] of [
    ['SIGTERM', STOP_LIMIT_MS],
    ['SIGKILL', KILL_LIMIT_MS],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return true;
      throw stillThere(pid, node, 'cannot be stopped from here', cause);
    }
    if (await isGoneWithin(limitMs, () => !isRunning(pid))) return true;
  }
  throw stillThere(pid, node, 'does not stop');
}

function stillThere(pid: number, node: NodeDirectory, why: string, cause?: unknown): KafkaServerError {
  return new KafkaServerError(
    'leftover-broker',
    `A Kafka broker (process ${pid}) is still running in ${node.root} and ${why}. Stop it first.`,
    { cause },
  );
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** An id may be another process's by now; the broker's own words name its directory. */
export function isBrokerOf(pid: number, node: NodeDirectory): boolean {
  const mark = markOf(node);
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(mark);
  } catch {
    const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return (stdout ?? '').includes(`${mark} `);
  }
}
