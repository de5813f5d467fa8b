import type { Caller } from '@onceover/schema/caller';
import { ownOrigin } from '@onceover/service-kit/origin';
import { type ShowPlansQuery, showPlans } from '../operations/operations.generated.ts';
import type { ExecuteOperation } from '../operations/stored-operation.ts';

/** What the anonymous plan allows. */
export type AnonymousLimits = ShowPlansQuery['plans'][number]['limits'];

const FRESH_MS = 60_000;
const GATEWAY: Caller = { kind: 'anonymous', network: 'gateway', requestId: 'pages', origin: ownOrigin('system') };

/**
 * What a visitor may do, as accounts says; asked at most once a minute. While accounts is unavailable, the last answer is
 * used; if there is none yet, the outage is passed on.
 */
export function anonymousLimits(execute: ExecuteOperation, nowMs: () => number): () => Promise<AnonymousLimits> {
  let known: { readonly limits: AnonymousLimits; readonly atMs: number } | undefined;
  return async () => {
    if (known !== undefined && nowMs() - known.atMs < FRESH_MS) return known.limits;
    try {
      const { plans } = await execute(showPlans, {}, GATEWAY);
      const anonymous = plans.find(({ id }) => id === 'anonymous');
      if (anonymous === undefined) throw new Error('accounts has no anonymous plan');
      known = { limits: anonymous.limits, atMs: nowMs() };
    } catch (error) {
      if (known === undefined) throw error;
    }
    return known.limits;
  };
}
