import type { Caller, CustomerCaller } from '@onceover/schema/caller';
import { type PlanId, plans } from '@onceover/schema/plans';
import { DomainPlanRequired, DomainsDisabled, UnknownDomain } from '../../domain/domain/domain-errors.ts';
import { customerWith } from '../account/asking-customer.ts';
import type { CustomDomain, DomainPorts } from './domain-ports.ts';

/** Whether a plan has custom domains; an unknown plan has none. */
export function hasDomains(planId: PlanId | string | null): boolean {
  return plans.some((plan) => plan.id === planId && plan.hasCustomDomains);
}

/**
 * The customer who asks about domains.
 *
 * Refuses  domain.disabled, domain.plan-required; throws `NotAuthorizedError` for anybody else
 */
export function domainOwner({ isEnabled }: Pick<DomainPorts, 'isEnabled'>, caller: Caller): CustomerCaller {
  const customer = customerWith(caller, 'domains');
  if (!isEnabled) throw new DomainsDisabled();
  if (!hasDomains(customer.planId)) throw new DomainPlanRequired();
  return customer;
}

/** One of the owner's domains by its name, however it is written. Refuses domain.unknown. */
export async function ownDomain(
  { names, book }: Pick<DomainPorts, 'names' | 'book'>,
  owner: CustomerCaller,
  text: string,
): Promise<CustomDomain> {
  const host = names.parse(text)?.host;
  const domain = host === undefined ? null : await book.find(owner.accountRef, host);
  if (domain === null) throw new UnknownDomain();
  return domain;
}
