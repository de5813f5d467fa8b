import { costs } from './costs.ts';
import type { Database } from './database.ts';
import { ms } from './product.ts';
import type { Simulation } from './simulation.ts';
import type { EventLoop } from './steps.ts';

/** Rows of a step, and of them between two pauses of the loop, as in `rewrap-batch.ts`. */
const ROWS = 1_000;
const ROWS_BETWEEN_YIELDS = 50;
const PAUSE_MS = 0.1;

/**
 * The end of an epoch, again and again without a rest: it reads all rows of secrets, and re-wraps the shards of those that wait to be
 * opened. One statement writes what a step has found, and until it has committed nobody sees events behind it.
 */
export function walkForever(
  simulation: Simulation,
  database: Database,
  { station }: EventLoop,
  { rows, living }: { readonly rows: number; readonly living: number },
): void {
  if (rows === 0) return;
  const { server, postgres, walBytes } = costs.walk;
  const found = Math.round((ROWS * living) / rows);
  const read = { name: 'walk', traces: [], cpuMs: ms(postgres.ofRow * ROWS) };
  const written = { name: 'walk', traces: [], cpuMs: ms(postgres.ofLiving * found), walBytes: walBytes * found };
  const rewrap = (left: number, done: () => void): void => {
    const some = Math.min(left, ROWS_BETWEEN_YIELDS);
    const next = () => (left > some ? rewrap(left - some, done) : done());
    station.submit({ workMs: ms(server.ofLiving * some), traces: [], done: next });
  };
  const write = () => database.run(written, () => simulation.after(PAUSE_MS, step));
  const asked = { workMs: ms(server.ofRow * ROWS), traces: [], done: () => rewrap(found, write) };
  const step = (): void => database.run(read, () => station.submit(asked));
  step();
}
