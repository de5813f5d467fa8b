import type { ConsumerDefinition } from '@onceover/event-bus';
import { accountErasedData } from '@onceover/schema/events/accounts/account-erased.v1';
import { accountPlanChangedData } from '@onceover/schema/events/accounts/account-plan-changed.v1';
import { applyErasure, applyPlanChange } from '../projections/plan-limits/plan-limits.projection.ts';

/** Keeps what each account may do, and erases what must be erased once an account is gone. */
export const onPlanChanged: ConsumerDefinition = {
  name: 'secrets.plan-limits',
  version: 1,
  sources: ['accounts'],
  handles: ['account.plan_changed', 'account.erased'],
  onError: 'halt',
  converges: true,
  async handle(events, { tx }) {
    for (const { type, version, data } of events) {
      if (type === 'account.erased') await applyErasure(tx, version, accountErasedData.parse(data));
      else await applyPlanChange(tx, version, accountPlanChangedData.parse(data));
    }
  },
};
