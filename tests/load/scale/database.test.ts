import { expect, test } from 'vitest';
import { Database } from './database.ts';
import { Random } from './random.ts';
import { Simulation } from './simulation.ts';
import { servers, Trace } from './station.ts';
import { EventLoop } from './steps.ts';

/** Two cores; a flush takes 10 ms, and a byte of the log nothing. */
function aDatabase() {
  const simulation = new Simulation();
  const database = new Database(simulation, new Random(1), {
    cores: servers(simulation, 'cores', 2),
    flushMs: [
      [0, 10],
      [1, 10],
    ],
    walBytesPerMs: Number.POSITIVE_INFINITY,
  });
  const write = (cpuMs: number, done: (transaction: number) => void) =>
    database.run({ name: 'write', traces: [], cpuMs, walBytes: 1 }, done);
  return { simulation, database, write };
}

test('what commits while a flush is on its way goes together with the next one', () => {
  const { simulation, write } = aDatabase();
  const doneAt: number[] = [];
  for (const cpuMs of [1, 2, 3, 4]) write(cpuMs, () => doneAt.push(simulation.now));
  simulation.run();
  // The cores work on two at a time: they are ready to be flushed after 1, 2, 4 and 6 ms.
  expect(doneAt).toEqual([11, 21, 21, 21]);
});

test('what only reads waits for no flush', () => {
  const { simulation, database, write } = aDatabase();
  const doneAt: number[] = [];
  write(1, () => doneAt.push(simulation.now));
  database.run({ name: 'read', traces: [], cpuMs: 3 }, () => doneAt.push(simulation.now));
  simulation.run();
  expect(doneAt).toEqual([3, 11]);
});

test('nobody sees what was written before older transactions have ended', () => {
  const { simulation, database, write } = aDatabase();
  const seenAt: number[] = [];
  const trace = new Trace();
  write(30, () => undefined);
  write(1, (transaction) => database.whenSeen(transaction, trace, () => seenAt.push(simulation.now)));
  simulation.run();
  expect(seenAt).toEqual([40]);
  expect(trace.waits.get('older transactions')).toBe(29);
});

test('what comes in one turn of a loop shares what the turn costs, and what is put off begins when it ends', () => {
  const simulation = new Simulation();
  const loop = new EventLoop(simulation, { name: 'loop', turnMs: 5 });
  const times: string[] = [];
  const visit = (name: string) =>
    loop.station.submit({
      workMs: 1,
      traces: [],
      done() {
        times.push(`${name} ${simulation.now}`);
        loop.atEndOfTurn(() => times.push(`${name} goes on ${simulation.now}`));
      },
    });
  for (const name of ['a', 'b', 'c']) visit(name);
  simulation.run();
  expect(times).toEqual(['a 6', 'a goes on 6', 'b 12', 'c 13', 'b goes on 13', 'c goes on 13']);
});
