import { type BenchStep, costs, type MicrosOf, type Point } from './costs.ts';
import { databaseOn, SecretsProcess, visitsOf } from './product.ts';
import { Random } from './random.ts';
import { Simulation } from './simulation.ts';
import { servers } from './station.ts';
import { at, EventLoop, Finished, inOrder, type Step } from './steps.ts';

export const benchSteps = ['cycle', 'conceal', 'look', 'reveal'] as const satisfies readonly BenchStep[];

/** It reads an answer and asks again. */
const visitsOfClient = { conceal: 1, look: 1, reveal: 1 } as const;

const WARM_MS = 500;
const MEASURED_MS = 10_000;

/**
 * The benchmark's machine, simulated: one client process with so many connections, each asking again as soon as it is answered,
 * one process of the product and PostgreSQL, on as many cores as it has for all three.
 */
export function oneMachine(step: BenchStep, connections: number, seed = 1): Point {
  const [simulation, random] = [new Simulation(), new Random(seed)];
  const { cores: count, micros, client: clientMicros } = costs.oneProcess;
  const cores = servers(simulation, 'cores', count);
  const database = databaseOn(simulation, random, cores);
  const product = new SecretsProcess(simulation, database, { micros, cores });
  const { turnMs, visitMs } = visitsOf(clientMicros, visitsOfClient);
  const client = new EventLoop(simulation, { name: 'client', turnMs, cores });
  const ignore = () => undefined;
  const requests = { conceal: product.conceal(ignore), look: product.look(), reveal: product.reveal(ignore) };
  const ask = (kind: keyof MicrosOf): Step => inOrder([at(client.station, visitMs[kind]), requests[kind]]);
  const kinds = step === 'cycle' ? (['conceal', 'look', 'reveal'] as const) : [step];
  const finished = new Finished(simulation);
  const askAgain = () =>
    finished.begin((trace, next) => {
      inOrder(kinds.map(ask))(trace, () => {
        next();
        askAgain();
      });
    }, WARM_MS);
  for (let connection = 0; connection < connections; connection += 1) askAgain();
  simulation.run(WARM_MS + MEASURED_MS);
  const [p50Ms = Number.NaN, p99Ms = Number.NaN] = finished.quantiles([0.5, 0.99]);
  return { perSecond: (1000 * finished.count) / MEASURED_MS, p50Ms, p99Ms };
}
