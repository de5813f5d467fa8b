import { z } from 'zod';
import type { LogName } from '../events/logs.ts';
import { listenersOf } from '../events/retention.ts';

const position = z.string().regex(/^\d{5}:\d{20}:\d{19}$/);
/** ISO 8601 between services. */
const moment = z.iso.datetime().transform((text) => new Date(text));
const most = z.int().positive().max(1_000);

/** After a position, up to another one, itself included. */
const range = z.object({ after: position.optional(), upTo: position.optional() });
const page = z.object({ range, most });

/** As it is stored, whatever that is: what it says is read by whoever knows its type. */
const event = z.object({
  id: z.string(),
  type: z.string(),
  schemaVersion: z.int(),
  streamId: z.string(),
  version: z.int(),
  category: z.string(),
  tenantRef: z.string().nullable(),
  occurredAt: moment,
  data: z.record(z.string(), z.unknown()),
  meta: z.record(z.string(), z.unknown()),
  source: z.string(),
  position,
});

const conditions = range.extend({
  isUnowned: z.boolean().optional(),
  from: moment.optional(),
  to: moment.optional(),
  types: z.array(z.string()).optional(),
  streams: z.array(z.string()).optional(),
  actorKind: z.string().optional(),
  actorRef: z.string().optional(),
  correlationId: z.string().optional(),
  networkTag: z.string().optional(),
  eventId: z.string().optional(),
});

/** It takes longer than a statement may. */
const tooMuch = z.object({ kind: z.literal('too-much') });

/** What whoever listens to a log asks its owner: where the log ends, and what they have missed. */
function heardCallsOf(service: LogName) {
  // Whoever checks the trail reads every log.
  const heard = { askers: [...new Set([...listenersOf(service), 'audit'])], whenLost: 'repeat' } as const;
  return {
    /** How far the log goes, and how far it is published. */
    ends: {
      name: `${service}.logEnds`,
      ...heard,
      input: z.object({}),
      output: z.object({ horizon: position, last: position.nullable(), published: position.nullable() }),
    },
    /** How much of what is wanted lies behind a position, and the age of the oldest. */
    lag: {
      name: `${service}.logLag`,
      ...heard,
      input: z.object({
        after: position,
        filter: z.object({ types: z.array(z.string()).optional(), tenantsOnly: z.boolean().optional() }),
      }),
      output: z.object({ events: z.int(), seconds: z.number() }),
    },
    /** Settled events, in the order of the log. */
    events: { name: `${service}.logEvents`, ...heard, input: page, output: z.object({ events: z.array(event) }) },
  } as const;
}

/**
 * What the owner of a log answers about its history, to those who may not read its tables. Searches and counts leave out
 * what the log says about itself.
 *
 * Source  events 8.1, 8.3
 */
export function logCallsOf(service: LogName) {
  const asked = { askers: ['audit'], whenLost: 'repeat' } as const;
  return {
    ...heardCallsOf(service),
    /** All events, each as the text that its block has hashed. */
    texts: { name: `${service}.logTexts`, ...asked, input: page, output: z.object({ texts: z.array(z.string()) }) },
    search: {
      name: `${service}.searchLog`,
      ...asked,
      input: z.object({ conditions, order: z.enum(['newest', 'oldest']), most }),
      output: z.discriminatedUnion('kind', [
        /** `leaf`: the hash in the block's tree, hexadecimal. */
        z.object({ kind: z.literal('found'), found: z.array(event.extend({ leaf: z.string() })) }),
        tooMuch,
      ]),
    },
    /** How many were recorded, in steps from a moment. */
    count: {
      name: `${service}.countLog`,
      ...asked,
      input: z.object({ conditions, steps: z.object({ from: moment, seconds: z.int().positive() }) }),
      output: z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('found'),
          found: z.array(z.object({ step: z.int(), type: z.string(), count: z.int() })),
        }),
        tooMuch,
      ]),
    },
    /** Counts the first events of a range as blocks count them. */
    recount: {
      name: `${service}.recountLog`,
      ...asked,
      input: z.object({ range, most: z.int().positive().max(50_000) }),
      output: z.object({
        counts: z.array(z.object({ at: z.iso.datetime(), type: z.string(), bucket: z.int(), count: z.int() })),
        events: z.int(),
        to: position.nullable(),
      }),
    },
  } as const;
}
