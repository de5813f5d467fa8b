import { describe, expect, test } from 'vitest';
import { Random } from './random.ts';
import { Simulation } from './simulation.ts';
import { type Job, Station, servers, Trace } from './station.ts';

const JOBS = 400_000;
/** What a random run of this length may be off. */
const TOLERANCE = 0.03;

interface Open {
  readonly servers: number;
  readonly perMs: number;
  readonly serviceMs: (random: Random) => number;
}

/** Mean waiting time, in milliseconds, of Poisson arrivals at a station. */
function meanWait({ servers: count, perMs, serviceMs }: Open): number {
  return meanWaitAt((simulation) => servers(simulation, 'here', count), { perMs, serviceMs });
}

function meanWaitAt(open: (simulation: Simulation) => Station, { perMs, serviceMs }: Omit<Open, 'servers'>): number {
  const [simulation, random] = [new Simulation(), new Random(7)];
  const station = open(simulation);
  const traces: Trace[] = [];
  const arrive = () => {
    const trace = new Trace();
    traces.push(trace);
    station.submit({ workMs: serviceMs(random), traces: [trace], done: () => undefined });
    if (traces.length < JOBS) simulation.after(random.exponential(1 / perMs), arrive);
  };
  arrive();
  simulation.run();
  return traces.reduce((sum, { waits }) => sum + (waits.get('here') ?? 0), 0) / JOBS;
}

/** Erlang's C formula: the mean wait with `count` servers and exponential service. */
function erlangWait(count: number, perMs: number, serviceMs: number): number {
  const load = perMs * serviceMs;
  let [term, sum] = [1, 0];
  for (let n = 0; n < count; n += 1) {
    sum += term;
    term *= load / (n + 1);
  }
  const last = term / (1 - load / count);
  return ((last / (sum + last)) * serviceMs) / (count - load);
}

function expectNear(found: number, known: number): void {
  expect(found / known).toBeGreaterThan(1 - TOLERANCE);
  expect(found / known).toBeLessThan(1 + TOLERANCE);
}

describe('a queue waits as long as its formula says', () => {
  test.each([0.3, 0.5, 0.8])('M/M/1, %d busy', (busy) => {
    const found = meanWait({ servers: 1, perMs: busy, serviceMs: (random) => random.exponential(1) });
    expectNear(found, busy / (1 - busy));
  });

  test.each([0.3, 0.5, 0.8])('M/D/1, %d busy', (busy) => {
    expectNear(meanWait({ servers: 1, perMs: busy, serviceMs: () => 1 }), busy / (2 * (1 - busy)));
  });

  test.each([
    [2, 0.6],
    [4, 0.8],
    [8, 0.9],
  ])('M/M/%d, %d busy', (count, busy) => {
    const perMs = busy * count;
    const found = meanWait({ servers: count, perMs, serviceMs: (random) => random.exponential(1) });
    expectNear(found, erlangWait(count, perMs, 1));
  });
});

test.each([0.02, 0.1, 1])(
  'batches that begin 10 ms apart: jobs wait 5 ms of those, unless nobody came before them, %d a ms',
  (perMs) => {
    const found = meanWaitAt(
      (simulation) =>
        new Station(simulation, {
          name: 'here',
          servers: 1,
          mostAtOnce: Number.POSITIVE_INFINITY,
          apartMs: 10,
          serve: (_batch, finished) => simulation.after(1, finished),
        }),
      { perMs, serviceMs: () => 0 },
    );
    const gathered = 10 * perMs;
    expectNear(found, (gathered * 5) / (gathered + Math.exp(-gathered)));
  },
);

test('whoever arrives leaves or is still inside', () => {
  const [simulation, random] = [new Simulation(), new Random(3)];
  let left = 0;
  const second = servers(simulation, 'second', 2);
  const first = servers(simulation, 'first', 1);
  const job = (done: () => void): Job => ({ workMs: random.exponential(1), traces: [], done });
  const leave = () => {
    left += 1;
  };
  const arrive = () => {
    first.submit(job(() => second.submit(job(leave))));
    simulation.after(random.exponential(0.9), arrive);
  };
  arrive();
  for (let until = 100; until <= 2_000; until += 100) {
    simulation.run(until);
    expect(first.arrivals).toBe(left + first.inside + second.inside);
    expect(second.arrivals).toBe(first.departures);
    expect(second.departures).toBe(left);
  }
  expect(left).toBeGreaterThan(1_000);
});

test('a batch is what queued while the one before was served, and no more than fits', () => {
  const simulation = new Simulation();
  const batches: number[] = [];
  const station = new Station(simulation, {
    name: 'batches',
    servers: 1,
    mostAtOnce: 4,
    serve(batch, finished) {
      batches.push(batch.length);
      simulation.after(10, finished);
    },
  });
  const traces = Array.from({ length: 7 }, () => new Trace());
  for (const trace of traces) station.submit({ workMs: 0, traces: [trace], done: () => undefined });
  simulation.run();
  expect(batches).toEqual([1, 4, 2]);
  expect(traces.map(({ waits }) => waits.get('batches') ?? 0)).toEqual([0, 10, 10, 10, 10, 20, 20]);
});

test('a station that is paused serves nobody, and all of them afterwards', () => {
  const simulation = new Simulation();
  const station = servers(simulation, 'paused', 1);
  const doneAt: number[] = [];
  station.pause(100);
  for (let jobs = 0; jobs < 3; jobs += 1)
    station.submit({ workMs: 1, traces: [], done: () => void doneAt.push(simulation.now) });
  simulation.run();
  expect(doneAt).toEqual([101, 102, 103]);
  expect(station.utilization).toBeCloseTo(3 / 103);
});

test('the same seed gives the same run, another seed another', () => {
  const wait = (seed: number) => {
    const random = new Random(seed);
    return Array.from({ length: 5 }, () => random.next());
  };
  expect(wait(1)).toEqual(wait(1));
  expect(wait(1)).not.toEqual(wait(2));
});

test('random times have the quantiles that were measured', () => {
  const random = new Random(5);
  const quantiles = [
    [0, 1],
    [0.5, 2],
    [0.99, 4],
    [1, 40],
  ] as const;
  const times = Array.from({ length: 100_000 }, () => random.like(quantiles)).toSorted((a, b) => a - b);
  for (const [share, ms] of quantiles) expect(times.filter((time) => time <= ms).length / 1e5).toBeCloseTo(share, 2);
  expect(times[0]).toBeGreaterThanOrEqual(1);
  expect(times.at(-1)).toBeLessThanOrEqual(40);
});
