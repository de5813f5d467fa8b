import { setTimeout as sleep } from 'node:timers/promises';
import { Child } from './child.ts';
import type { ClientMessage, ClientResult, ClientTask } from './client.ts';
import { type Cpu, cpuOf } from './process-usage.ts';
import type { System } from './systems.ts';

export interface Measured {
  /** How many steps were measured. */
  readonly turns: number;
  /** Steps per second. */
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU microseconds per step; null where the processes are not known. */
  readonly serverCpu: number | null;
  readonly postgresCpu: number | null;
  readonly kafkaCpu: number | null;
  readonly redisCpu: number | null;
  readonly clientCpu: number;
}

/** Measures steps through one client process, whose code is warm after the first measurement. */
export class Meter implements Disposable {
  readonly #client = new Child<ClientMessage>('./client.ts');

  /** Runs one task and reads the CPU that the system uses meanwhile and for what is left to do. */
  async measure(system: System, task: Pick<ClientTask, 'step' | 'connections' | 'until'>): Promise<Measured> {
    const { name, hostname, port, pids } = system;
    await this.#client.ask({ ...task, system: name, hostname, port } satisfies ClientTask);
    const before = cpuOf(pids);
    const { turns, seconds, p50Ms, p99Ms, cpu } = resultOf(await this.#client.ask({ go: true }));
    const after = await untilQuiet(pids);
    const perTurn = (part: keyof Cpu) => (pids.length === 0 ? null : (after[part] - before[part]) / turns);
    return {
      turns,
      perSecond: turns / seconds,
      p50Ms,
      p99Ms,
      serverCpu: perTurn('server'),
      postgresCpu: perTurn('postgres'),
      kafkaCpu: perTurn('kafka'),
      redisCpu: perTurn('redis'),
      clientCpu: cpu,
    };
  }

  [Symbol.dispose](): void {
    this.#client[Symbol.dispose]();
  }
}

/**
 * Waits until a system has done what its requests left to do, and returns the CPU used so far: work put off is not work
 * saved, and it must not meet the system that is measured next.
 */
async function untilQuiet(pids: readonly number[]): Promise<Cpu> {
  let last = cpuOf(pids);
  for (let tries = 0; tries < 20; tries += 1) {
    await sleep(100);
    const now = cpuOf(pids);
    const used = now.server + now.postgres - last.server - last.postgres;
    last = now;
    if (used <= 10_000) break;
  }
  return last;
}

function resultOf(message: ClientMessage): ClientResult {
  if (!('result' in message)) throw new Error('the client returned no result');
  return message.result;
}
