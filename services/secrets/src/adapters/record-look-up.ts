import type { EventStore } from '@onceover/event-store';
import { operatorMeta } from '@onceover/schema/colonel-proof';
import { operatorAppend } from '@onceover/schema/events/operators';
import { operatorTenant } from '@onceover/schema/events/tenants';
import { newId } from '@onceover/service-kit/ids';
import type { ListingPorts } from '../use-cases/operator/listed-secrets.ts';

/** Records look-ups by short key as the audit service does, by the reference of what was found. */
export function recordingLookUps(events: EventStore): ListingPorts['recordLookUp'] {
  return async (operator, secretId) => {
    const what = {
      action: 'looked_up',
      targetKind: 'secret',
      targetRef: secretId ?? 'nobody',
      reasonCode: 'by-short-key',
    };
    const context = { commandId: newId(), tenantRef: operatorTenant, meta: operatorMeta(operator) };
    await events.transact(context, ({ append }) =>
      append(operatorAppend(newId(), { operatorRef: operator.accountRef, ...what })),
    );
  };
}
