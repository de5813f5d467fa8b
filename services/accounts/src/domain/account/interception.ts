import type { AttemptRule } from './attempt-rules.ts';

const steps: readonly number[] = [10, 50];

/**
 * The step that so many tries in vain have reached: at each of them the owner is told once. Null before the first. Tries are
 * counted in sums, so a count may have passed a step without ever having been it. Source: events 6.1
 */
export function interceptionStep(count: number): number | null {
  return steps.findLast((step) => count >= step) ?? null;
}

/** Whoever has many links of one sender cannot flood them with warnings: the rest is seen live, and in the trail. */
export function interceptionMailRule(accountRef: string): AttemptRule {
  return { purpose: 'interception', subject: [accountRef], limit: 10, windowSeconds: 86_400 };
}
