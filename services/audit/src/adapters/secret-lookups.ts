import type { EventStore } from '@onceover/event-store';
import type { CustomerCaller } from '@onceover/schema/caller';
import { operatorAppend } from '@onceover/schema/events/operators';
import { operatorTenant } from '@onceover/schema/events/tenants';
import { findSecretsByShortKey } from '@onceover/schema/internal/find-secrets';
import { newId } from '@onceover/service-kit/ids';
import type { AskInternal } from '@onceover/service-kit/internal-call';

const NOTED_MS = 10 * 60_000;
const MOST_NOTED = 1_000;

interface NotedLookUp {
  /** Milliseconds of the process clock. */
  readonly until: number;
  readonly recorded: Promise<unknown>;
}

/**
 * Finds the secrets that a short key names. A colonel's look-up is recorded before the answer, by the reference of what
 * was found; the page that asks for the same again and again, or for its list and its chart at once, is recorded every
 * ten minutes.
 */
export function createSecretLookups(ask: AskInternal, events: EventStore) {
  const noted = new Map<string, NotedLookUp>();
  function recordedOnce(operator: CustomerCaller, shortkey: string, targetRef: string): Promise<unknown> {
    const lookUp = `${operator.accountRef} ${shortkey}`;
    const before = noted.get(lookUp);
    if (before !== undefined && before.until > performance.now()) return before.recorded;
    if (noted.size >= MOST_NOTED) noted.clear();
    const recorded = record(events, operator, targetRef);
    noted.set(lookUp, { until: performance.now() + NOTED_MS, recorded });
    // Whoever waits for it hears of the failure; the next look-up is recorded anew.
    recorded.catch(() => noted.delete(lookUp));
    return recorded;
  }
  return async (shortkey: string, operator: CustomerCaller | null): Promise<readonly string[]> => {
    const { secretIds } = await ask(findSecretsByShortKey, { shortkey });
    if (operator !== null) await recordedOnce(operator, shortkey, secretIds[0] ?? 'nobody');
    return secretIds;
  };
}

async function record(events: EventStore, { accountRef, requestId, origin }: CustomerCaller, targetRef: string) {
  const actor = { kind: 'operator', ref: accountRef } as const;
  const meta = { correlationId: requestId, actor, ...origin };
  const data = {
    action: 'looked_up',
    targetKind: 'secret',
    reasonCode: 'by-short-key',
    operatorRef: accountRef,
    targetRef,
  };
  await events.transact({ commandId: newId(), tenantRef: operatorTenant, meta }, ({ append }) =>
    append(operatorAppend(newId(), data)),
  );
}
