import { costs } from './costs.ts';
import type { Database } from './database.ts';
import { ms } from './product.ts';
import type { Random } from './random.ts';
import type { Simulation } from './simulation.ts';
import { type Job, Station, tracesOf } from './station.ts';

/** What the relay and a consumer take at once. */
const MOST_EVENTS = 500;

/** One batch on its way: read from the log, sent, acknowledged, and its place noted before the next one is read. */
export function openRelay(simulation: Simulation, random: Random, database: Database): Station {
  const cpuMs = ms(costs.statements.read.alone);
  const { eventMs, acknowledgedMs, walBytes } = costs.relay;
  let isNoted = true;
  let afterNoted: (() => void) | undefined;
  const note = () => {
    isNoted = false;
    database.run({ name: 'place of the relay', traces: [], cpuMs, walBytes }, () => {
      isNoted = true;
      afterNoted?.();
      afterNoted = undefined;
    });
  };
  const send = (batch: readonly Job[], finished: () => void) => {
    database.run({ name: 'relay', traces: tracesOf(batch), cpuMs }, () => {
      simulation.after(eventMs * batch.length + random.like(acknowledgedMs), () => {
        note();
        finished();
      });
    });
  };
  return new Station(simulation, {
    name: 'relay',
    servers: 1,
    mostAtOnce: MOST_EVENTS,
    apartMs: costs.kafka.gatherMs,
    serve(batch, finished) {
      if (isNoted) send(batch, finished);
      else afterNoted = () => send(batch, finished);
    },
  });
}

/** A partition as its consumer handles it: the effect and the checkpoint in one transaction. */
export function openPartition(simulation: Simulation, database: Database, loop: Station): Station {
  const { busy, postgres } = costs.parts.consumer;
  return new Station(simulation, {
    name: 'partition',
    servers: 1,
    mostAtOnce: MOST_EVENTS,
    apartMs: costs.kafka.gatherMs,
    serve(batch, finished) {
      const traces = tracesOf(batch);
      const cpuMs = ms(postgres.alone - postgres.busy + postgres.busy * batch.length);
      const walBytes = costs.wal.feed * batch.length;
      const write = () => database.run({ name: 'effect of a consumer', traces, cpuMs, walBytes }, finished);
      loop.submit({ workMs: ms(busy) * batch.length, traces, done: write });
    },
  });
}
