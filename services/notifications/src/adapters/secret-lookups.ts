import type { EventStore } from '@onceover/event-store';
import type { CustomerCaller } from '@onceover/graphql-kit/caller';
import { operatorAppend } from '@onceover/schema/events/operator-action';
import { operatorTenant } from '@onceover/schema/events/operator-tenant';
import { findSecretsByShortKey } from '@onceover/schema/internal/find-secrets';
import { newId } from '@onceover/service-kit/ids';
import type { AskInternal } from '@onceover/service-kit/internal-call';

const NOTED_MS = 10 * 60_000;
const MOST_NOTED = 1_000;

/**
 * Finds the secrets that a short key names. A colonel's look is recorded before the answer, by the reference of what was found;
 * the page that asks for the same again and again is recorded every ten minutes.
 */
export function createSecretLookups(ask: AskInternal, events: EventStore) {
  const noted = new Map<string, number>();
  return async (shortkey: string, operator: CustomerCaller | null): Promise<readonly string[]> => {
    const { secretIds } = await ask(findSecretsByShortKey, { shortkey });
    const look = `${operator?.accountRef} ${shortkey}`;
    if (operator === null || (noted.get(look) ?? 0) > performance.now()) return secretIds;
    await record(events, operator, secretIds[0] ?? 'nobody');
    if (noted.size >= MOST_NOTED) noted.clear();
    noted.set(look, performance.now() + NOTED_MS);
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
