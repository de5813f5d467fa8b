import { type PlanId, plans } from '@onceover/schema/plans';
import { changePlan } from '../../domain/account/account-changes.ts';
import { type Operator, operatorContext, runAccountCommand } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';

/** What the secrets service applies to accounts of a plan; it learns it by `account.plan_changed`. */
export function limitsOf(planId: PlanId) {
  const plan = plans.find(({ id }) => id === planId);
  if (plan === undefined) throw new TypeError('there is no such plan');
  const { maxTtlSeconds, maxCharacters, maxRecipients, mailsPerDay } = plan.limits;
  const customDomains = plan.hasCustomDomains;
  return { ttl: maxTtlSeconds, size: maxCharacters, customDomains, maxRecipients, mailsPerDay };
}

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
      operator: { by, action: 'plan_changed', reasonCode },
      decide: (state) => {
        if ('planId' in state && state.planId === planId) return [];
        return [changePlan({ accountRef, planId, limits: limitsOf(planId) }, state)];
      },
      write: (tx) => ports.book.setPlan(tx, accountRef, planId),
    });
  };
}
