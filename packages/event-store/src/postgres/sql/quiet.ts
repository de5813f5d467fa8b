import { LOG_COVERED } from '../../covering/log-covered.ts';
import { literal } from './identifiers.ts';

/**
 * Holds for every event but the quiet ones, those of a quiet type that belong to nobody; what a log says about itself is one
 * of them. The index of what may be wanted and its readers say it in the same words, or the planner would not know that
 * the index has all they ask for. `e` is the name of the table in the statement.
 */
export function notQuiet(quietTypes: readonly string[], e: string): string {
  const types = [...quietTypes, LOG_COVERED].map(literal).join(', ');
  return `(${e}.tenant_ref is not null or ${e}.type <> all (array[${types}]::text[]))`;
}

/** Holds for what a log says about itself: a few events, which have an index of their own. */
export function isCovering(e: string): string {
  return `${e}.type = ${literal(LOG_COVERED)}`;
}
