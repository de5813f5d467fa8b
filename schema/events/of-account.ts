import { z } from 'zod';
import { classed } from './field-class.ts';
import { unheard } from './meaning.ts';

/** The account that an event is about: its stream's id, and the only name of a customer in events. */
export const accountRef = classed('tenant', z.uuid().meta({ description: 'The account.' }));

/**
 * What most events of accounts mean. Any of them may have ended a session or changed what its owner may do, so the sessions
 * of the account are checked again.
 */
export const ofAccount = {
  ...unheard,
  audit: { kind: 'security', outcome: 'done' },
  bells: ['session'],
  readers: ['owner'],
} as const;

/** Names a passkey and grants nothing: it is not the id by which browsers know it. */
export const passkeyRef = classed('internal', z.uuid());
