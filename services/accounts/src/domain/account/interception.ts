import type { AttemptRule } from './attempt-rules.ts';

/**
 * The step that so many refused openings have reached: at each of them the owner is told once. Null before the first. Tries are
 * counted in sums, so a count may have passed a step without ever having been it. The event's row has the steps.
 */
export function interceptionStep(count: number, steps: readonly number[]): number | null {
  return steps.findLast((step) => count >= step) ?? null;
}

/** Whoever has many links of one sender cannot flood them with warnings: the rest is seen live, and in the trail. */
export function interceptionMailRule(accountRef: string): AttemptRule {
  return { purpose: 'interception', subject: [accountRef], limit: 10, windowSeconds: 86_400 };
}
