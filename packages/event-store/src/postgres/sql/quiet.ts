import { literal } from './identifiers.ts';

/**
 * Holds for every event but the quiet ones, those of a quiet type that belong to nobody. The index of what may be
 * wanted and its readers say it in the same words, or the planner would not know that the index has all they ask for.
 * `e` is the name of the table in the statement.
 */
export function notQuiet(quietTypes: readonly string[], e: string): string {
  const types = quietTypes.map(literal).join(', ');
  return `(${e}.tenant_ref is not null or ${e}.type <> all (array[${types}]::text[]))`;
}
