import { Child } from './child.ts';
import type { ClientResult, ClientTask } from './client.ts';
import { cpuMicroseconds, processTree } from './process-usage.ts';
import { requestsPerStep } from './steps.ts';

export interface Measured {
  /** Steps per second. */
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU microseconds per step: of the server process, and of PostgreSQL. */
  readonly serverCpu: number;
  readonly storeCpu: number;
  /** HTTP requests per step. */
  readonly requests: number;
}

type ClientMessage = { prepared?: true; result?: ClientResult };

/** Runs one limited task from a separate client process and measures the CPU that server and store use meanwhile. */
export async function measure(task: ClientTask, serverPid: number, storePid: number | null): Promise<Measured> {
  using client = new Child<ClientMessage>('./client.ts');
  const cpu = () => ({ server: cpuMicroseconds(serverPid), store: storePid === null ? 0 : storeCpu(storePid) });
  const needsKeys = task.step === 'look' || task.step === 'reveal';
  if (needsKeys) await client.ask(task);
  const before = cpu();
  const { result } = await client.ask(needsKeys ? { go: true } : task);
  const after = cpu();
  if (result === undefined) throw new Error('the client returned no result');
  return {
    perSecond: task.turns / result.seconds,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    serverCpu: (after.server - before.server) / task.turns,
    storeCpu: (after.store - before.store) / task.turns,
    requests: requestsPerStep[task.step],
  };
}

/** All of PostgreSQL's processes; a backend that has ended meanwhile counts as an ended child of its postmaster. */
function storeCpu(postmaster: number): number {
  return processTree(postmaster).reduce((sum, pid) => sum + cpuMicroseconds(pid), 0);
}
