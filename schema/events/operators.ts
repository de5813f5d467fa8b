import { z } from 'zod';
import { type CatalogEntry, type EventOf, eventsIn } from './event-row.ts';
import { classed } from './field-class.ts';
import { type LogName, logNames } from './logs.ts';
import { unheard } from './meaning.ts';

/** A word of ours, such as `plan_changed`: never what a person typed. */
const word = z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/);

const fields = {
  /** The colonel's account; null on the command line, which knows no account. */
  operatorRef: classed('internal', z.uuid().nullable()),
  action: classed('internal', word),
  targetKind: classed('internal', word),
  /** A reference, or the name of a consumer or a limit; never an address. */
  targetRef: classed('internal', z.string().regex(/^[\w.:@-]{1,100}$/)),
  reasonCode: classed('internal', word),
  /** The secret whose creator's view it changes, if any. */
  secretId: classed('internal', z.uuid().optional()),
};

/** An operator did something, or looked somebody up. It is recorded by the service that did it, in the same commit. */
const actionTakenIn = (log: LogName) => {
  const { event, rows } = eventsIn(log, 'schema/events/operators.ts');
  const row = event('operator.action_taken', {
    ...unheard,
    fields,
    // Each action is a stream of its own, which ends with it.
    isTerminal: true,
    audit: { kind: 'operator', outcome: 'done' },
    // What is done about an account may have ended its sessions.
    bells: ['secret', 'session'],
    readers: ['owner'],
  });
  return { row, rows };
};
export type OperatorActionTaken = EventOf<ReturnType<typeof actionTakenIn>['row']>;

/** The events of operators, in the log of every service. */
export const operatorEvents: readonly CatalogEntry[] = logNames.flatMap((log) => actionTakenIn(log).rows);

/** The event of an action as an event store appends it: a stream of its own, which ends with it. */
export function operatorAppend(streamId: string, data: OperatorActionTaken['data']) {
  const event: OperatorActionTaken = { type: 'operator.action_taken', schemaVersion: 1, data };
  return { stream: { id: streamId, category: 'operator' }, expected: 'none', events: [event], closes: true } as const;
}
