import { median } from './classifier.ts';
import type { Measured, Meter } from './measure.ts';
import type { StepName } from './steps.ts';
import type { System } from './systems.ts';

/** What was measured, per step and system. */
export type Figures = ReadonlyMap<StepName, ReadonlyMap<System, Summary>>;

/** All turns, and medians over all rounds. The ratios compare a system with the bare server within one round. */
export interface Summary extends Measured {
  /** Of the server and all that it runs on. */
  readonly cpu: number | null;
  readonly rateRatio: number;
  readonly cpuRatio: number | null;
  readonly rounds: readonly Measured[];
}

/** A figure of one measurement; null where it is not known. */
export type Figure = (measured: Measured) => number | null;

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

/** How a figure of one system compares with that of another in the same round; null where either is not known. */
export function ratioInRounds(rounds: readonly Measured[], others: readonly Measured[], figure: Figure): number | null {
  return medianIfKnown(
    rounds.map((measured, round) => {
      const [one, other] = [figure(measured), figure(others[round] ?? measured)];
      return one === null || other === null ? null : one / other;
    }),
  );
}

function summary(rounds: readonly Measured[], bare: readonly Measured[]): Summary {
  const of = (figure: (measured: Measured) => number) => median(rounds.map(figure));
  const ifKnown = (figure: Figure) => medianIfKnown(rounds.map(figure));
  return {
    turns: rounds.reduce((sum, { turns }) => sum + turns, 0),
    perSecond: of(perSecond),
    p50Ms: of(({ p50Ms }) => p50Ms),
    p99Ms: of(({ p99Ms }) => p99Ms),
    serverCpu: ifKnown(({ serverCpu }) => serverCpu),
    postgresCpu: ifKnown(({ postgresCpu }) => postgresCpu),
    kafkaCpu: ifKnown(({ kafkaCpu }) => kafkaCpu),
    redisCpu: ifKnown(({ redisCpu }) => redisCpu),
    clientCpu: of(({ clientCpu }) => clientCpu),
    cpu: ifKnown(wholeCpu),
    rateRatio: ratioInRounds(rounds, bare, perSecond) ?? Number.NaN,
    cpuRatio: ratioInRounds(rounds, bare, wholeCpu),
    rounds,
  };
}

function medianIfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : median(known);
}

function perSecond(measured: Measured): number {
  return measured.perSecond;
}

export function wholeCpu({ serverCpu, postgresCpu, kafkaCpu, redisCpu }: Measured): number | null {
  const parts = [serverCpu, postgresCpu, kafkaCpu, redisCpu];
  return parts.includes(null) ? null : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
}
