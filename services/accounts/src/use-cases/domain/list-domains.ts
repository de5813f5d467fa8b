import type { Caller } from '@onceover/graphql-kit/caller';
import { customerWith } from '../account/customer-with.ts';
import { hasDomains } from './domain-owner.ts';
import type { CustomDomain, DomainPorts } from './domain-ports.ts';

/** The caller's domains, by name; none where the feature is off or the plan has none. Throws `NotAuthorizedError`. */
export function listDomainsUseCase({ isEnabled, book }: Pick<DomainPorts, 'isEnabled' | 'book'>) {
  return async (caller: Caller): Promise<readonly CustomDomain[]> => {
    const { accountRef, planId } = customerWith(caller, 'domains');
    return isEnabled && hasDomains(planId) ? book.listOf(accountRef) : [];
  };
}
