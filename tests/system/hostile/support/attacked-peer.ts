import { setTimeout as rest } from 'node:timers/promises';
import { expect } from 'vitest';
import { CostMeter } from './cost.ts';

/** A process that only its peers ask, and one of them who asks it all the time. */
export interface AttackedPeer {
  /**
   * Runs an attack, which says how many requests were refused, and prints in one line what each cost and what the peer noticed. Fails if the peer
   * had no answer. The peer shares the attacker's thread: its times are an upper bound.
   */
  attack(name: string, attack: () => Promise<number>): Promise<void>;
}

const QUIET_MS = 1_500;
const PACE_MS = 20;
const MOST_MEGABYTES = 150;
/** The processor's time is exact to 10 ms. */
const FEW = 100;

/** `visit` is what a peer that may ask does; it throws where it is not answered as it should be. */
export async function attackedPeer(door: string, pid: number, visit: () => Promise<void>): Promise<AttackedPeer> {
  const cost = new CostMeter(pid);
  const during = async <R>(work: () => Promise<R>) => {
    const isOver = new AbortController();
    const visiting = visitsUntil(isOver.signal, visit);
    const result = await work().finally(() => isOver.abort());
    return { result, ...(await visiting) };
  };
  await during(() => rest(QUIET_MS));
  const before = await cost.of(() => during(() => rest(QUIET_MS)));
  const quiet = before.result;
  const ofVisit = before.cpu / quiet.visits;
  return {
    async attack(name, attack) {
      const { result, cpu, grownBy } = await cost.of(() => during(attack));
      const { result: refused, p99Ms, problems, visits } = result;
      const ofEach = Math.max(0, Math.round((cpu - visits * ofVisit) / refused));
      const each = refused < FEW ? '' : `, ${ofEach} µs of CPU each`;
      const waits = `${quiet.p99Ms.toFixed(1)} ms quiet, ${p99Ms.toFixed(1)} ms under attack`;
      process.stdout.write(
        `${door}: ${name}: ${refused.toLocaleString('en')} refused${each}; a peer's p99 ${waits}; ${Math.round(grownBy)} MB more\n`,
      );
      expect(problems).toEqual([]);
      expect(grownBy).toBeLessThan(MOST_MEGABYTES);
    },
  };
}

async function visitsUntil(isOver: AbortSignal, visit: () => Promise<void>) {
  const times: number[] = [];
  const problems: string[] = [];
  do {
    const begun = performance.now();
    await visit().catch((error: Error) => problems.push(error.message));
    times.push(performance.now() - begun);
    await rest(PACE_MS);
  } while (!isOver.aborted);
  const sorted = times.toSorted((one, other) => one - other);
  return { p99Ms: sorted[Math.floor((sorted.length - 1) * 0.99)] ?? Number.NaN, problems, visits: times.length };
}
