import type { Caller } from '@onceover/schema/caller';
import { operatorOnly } from '@onceover/schema/colonel-proof';
import { rowOf } from '@onceover/schema/events/catalog';
import { conditionsOf, type SearchPorts, type TrailQuestion } from './search-trail.ts';
import type { PartCount } from './trail-search.ts';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
const steps = [1, 15, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY];
const MOST_STEPS = 100;

/** How much was recorded between two times, in the shortest steps, in seconds, that are at most a hundred. For colonels. */
export function countTrailUseCase(ports: SearchPorts) {
  return async (question: TrailQuestion & { from: Date; to: Date }, caller: Caller) => {
    const operator = operatorOnly(caller);
    const { from, to } = question;
    const length = (to.getTime() - from.getTime()) / 1_000;
    const step = steps.find((seconds) => length / seconds < MOST_STEPS) ?? Math.ceil(length / MOST_STEPS);
    const first = Math.floor(from.getTime() / 1_000 / step) * step;
    const conditions = await conditionsOf(question, ports, operator);
    if (conditions.targets?.length === 0) return { step, counts: [] };
    const found = await ports.search.count(conditions, { from, seconds: step });
    const counts = added(found).map(([number, sums]) => ({ at: new Date((first + number * step) * 1_000), ...sums }));
    return { step, counts };
  };
}

/** By the number of the step, in their order; those without anything are left out. */
function added(counts: readonly PartCount[]) {
  const sums = new Map<number, { readonly all: number; readonly unowned: number; readonly failed: number }>();
  for (const { step, type, count, isUnowned } of counts) {
    const { all, unowned, failed } = sums.get(step) ?? { all: 0, unowned: 0, failed: 0 };
    const failures = rowOf(type)?.audit?.outcome === 'failed' ? count : 0;
    sums.set(step, { all: all + count, unowned: unowned + (isUnowned ? count : 0), failed: failed + failures });
  }
  return [...sums].toSorted(([one], [other]) => one - other);
}
