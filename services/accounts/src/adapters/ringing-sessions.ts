import type { EventStore } from '@onceover/event-store';
import { type Bells, sessionBell } from '@onceover/service-kit/bells';

/**
 * The same store, which rings for the account of every command after its commit: any of them may have ended a session or
 * changed what its owner may do, and whoever keeps a stream open for the account asks anew.
 */
export function ringingSessions<Store extends EventStore>(store: Store, bells: Bells): Store {
  return {
    ...store,
    async transact(context, work) {
      const result = await store.transact(context, work);
      if (context.tenantRef !== null) bells.ring(sessionBell(context.tenantRef));
      return result;
    },
  };
}
