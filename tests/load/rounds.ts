import { median } from './classifier.ts';
import type { Measured, Meter } from './measure.ts';
import type { StepName } from './steps.ts';
import type { System } from './systems.ts';

/** What was measured, per step and system. */
export type Figures = ReadonlyMap<StepName, ReadonlyMap<System, Summary>>;

/** All turns, and medians over all rounds. The ratios compare a system with the bare server within one round. */
export interface Summary extends Measured {
  readonly cpu: number | null;
  readonly rateRatio: number;
  readonly cpuRatio: number | null;
}

export interface RoundOptions {
  /** The bare server first: the others are compared with it. */
  readonly systems: readonly [System, ...System[]];
  readonly steps: readonly StepName[];
  readonly connections: number;
  readonly rounds: number;
  readonly seconds: number;
}

/** Measures each step on every system in turn, round by round; every other round goes the other way round. */
export async function measureRounds(meter: Meter, options: RoundOptions): Promise<Figures> {
  const { systems, steps, connections, rounds, seconds } = options;
  const measured = new Map(
    steps.map((step) => {
      const able = systems.filter((system) => system.steps.includes(step));
      return [step, new Map(able.map((system) => [system, [] as Measured[]]))] as const;
    }),
  );
  for (let round = 0; round < rounds; round += 1) {
    for (const [step, bySystem] of measured) {
      const inTurn = round % 2 === 0 ? [...bySystem] : [...bySystem].toReversed();
      for (const [system, results] of inTurn) {
        results.push(await meter.measure(system, { step, connections, until: { seconds } }));
      }
    }
  }
  const [bare] = systems;
  return new Map(
    [...measured].map(([step, bySystem]) => {
      const raw = bySystem.get(bare) ?? [];
      return [step, new Map([...bySystem].map(([system, results]) => [system, summary(results, raw)]))];
    }),
  );
}

function summary(results: readonly Measured[], bare: readonly Measured[]): Summary {
  const of = (figure: (result: Measured) => number) => median(results.map(figure));
  const isKnown = results.every((result) => result.serverCpu !== null);
  const ifKnown = (figure: (result: Measured) => number) => (isKnown ? of(figure) : null);
  const inRound = (figure: (result: Measured) => number) =>
    median(results.map((result, round) => figure(result) / figure(bare[round] ?? result)));
  return {
    turns: results.reduce((sum, result) => sum + result.turns, 0),
    perSecond: of((result) => result.perSecond),
    p50Ms: of((result) => result.p50Ms),
    p99Ms: of((result) => result.p99Ms),
    serverCpu: ifKnown((result) => result.serverCpu ?? 0),
    postgresCpu: ifKnown((result) => result.postgresCpu ?? 0),
    clientCpu: of((result) => result.clientCpu),
    cpu: ifKnown(wholeCpu),
    rateRatio: inRound((result) => result.perSecond),
    cpuRatio: isKnown ? inRound(wholeCpu) : null,
  };
}

function wholeCpu({ serverCpu, postgresCpu }: Measured): number {
  return (serverCpu ?? 0) + (postgresCpu ?? 0);
}
