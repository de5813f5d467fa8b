import type { ConsumerDefinition } from '@onceover/event-bus';
import type { RecordedEvent } from '@onceover/event-store';
import type { AccountErased, AccountPlanChanged } from '@onceover/schema/events/accounts';
import { applyErasure, applyPlanChange } from '../projections/plan-limits/plan-limits.projection.ts';

type Heard = RecordedEvent & (AccountPlanChanged | AccountErased);

/** Keeps what each account may do, and erases what must be erased once an account is gone. */
export const onPlanChanged: ConsumerDefinition<Heard> = {
  name: 'secrets.plan-limits',
  version: 1,
  sources: ['accounts'],
  handles: ['account.plan_changed', 'account.erased'],
  onError: 'halt',
  converges: true,
  async handle(events, { tx }) {
    for (const event of events) {
      if (event.type === 'account.erased') await applyErasure(tx, event.version, event.data);
      else await applyPlanChange(tx, event.version, event.data);
    }
  },
};
