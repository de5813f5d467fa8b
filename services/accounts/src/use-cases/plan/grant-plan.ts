import { type PlanId, plans } from '@onceover/schema/plans';
import { changePlan } from '../../domain/account/account-changes.ts';
import { type Operator, operatorContext, runAccountCommand } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import { limitsOf } from './plans.ts';

/** The plan of everybody who has no account. */
const notForAccounts: PlanId = 'anonymous';

/**
 * Gives an account a plan; only operators do. The event says what it allows. If the plan has no domains, existing ones stay
 * where they are: links on them keep working, but no new ones are created.
 *
 * Shape    false when the account has the plan already
 * Refuses  a `TypeError` for a plan that no account can have; `AccountGone`
 */
export function grantPlanUseCase(ports: Pick<AccountPorts, 'events' | 'book'>) {
  return async (accountRef: string, planId: PlanId, by: Operator, reasonCode: string): Promise<boolean> => {
    if (planId === notForAccounts || !plans.some(({ id }) => id === planId))
      throw new TypeError('no account has that plan');
    return runAccountCommand(ports, {
      context: operatorContext(by, accountRef),
      accountRef,
      operator: {
        by,
        action: { action: 'plan_changed', targetKind: 'account', targetRef: accountRef, reasonCode },
      },
      decide: (state) => {
        if ('planId' in state && state.planId === planId) return [];
        return [changePlan({ accountRef, planId, limits: limitsOf(planId) }, state)];
      },
      write: (tx) => ports.book.setPlan(tx, accountRef, planId),
    });
  };
}
