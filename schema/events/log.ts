import { z } from 'zod';
import { blocksConsumer, type CatalogEntry, type EventOf, eventsIn } from './event-row.ts';
import { classed } from './field-class.ts';
import { type LogName, logNames } from './logs.ts';
import { unheard } from './meaning.ts';

const position = z.string().regex(/^\d{5}:\d{20}:\d{19}$/);

const fields = {
  /** Dense within a log, from 1. */
  number: classed('internal', z.int().positive()),
  /** Positions of the first and the last event. */
  from: classed('internal', position),
  to: classed('internal', position),
  events: classed('internal', z.int().positive()),
  /** Of the Merkle tree over the hashes of the events. */
  root: classed('internal', z.string().regex(/^[0-9a-f]{64}$/)),
  /** How many of them were recorded in five minutes, by type and bucket (`bucketSqlOf`). */
  counts: classed(
    'internal',
    z
      .array(
        z.strictObject({
          at: z.iso.datetime(),
          type: z.string(),
          bucket: z.int().min(0),
          count: z.int().positive(),
        }),
      )
      .readonly(),
  ),
};

/** A log covered some of its events with a block. It belongs to nobody, and is itself covered by a later block. */
const coveredIn = (log: LogName) => {
  const { event, rows } = eventsIn(log, 'schema/events/log.ts');
  const row = event('log.covered', {
    ...unheard,
    fields,
    // Each block is a stream of its own, which ends with it.
    isTerminal: true,
    consumers: [blocksConsumer],
  });
  return { row, rows };
};
export type LogCovered = EventOf<ReturnType<typeof coveredIn>['row']>;

/** What logs record about themselves, in the log of every service. */
export const logEvents: readonly CatalogEntry[] = logNames.flatMap((log) => coveredIn(log).rows);

/** The event of a block as an event store appends it: a stream of its own, which ends with it. */
export function coveredAppend(streamId: string, data: LogCovered['data']) {
  const event: LogCovered = { type: 'log.covered', schemaVersion: 1, data };
  return { stream: { id: streamId, category: 'log' }, expected: 'none', events: [event], closes: true } as const;
}
