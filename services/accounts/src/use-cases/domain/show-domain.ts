import type { Caller } from '@onceover/graphql-kit/caller';
import { customerWith } from '../account/customer-with.ts';
import { hasDomains } from './domain-owner.ts';
import type { CustomDomain, DomainPorts } from './domain-ports.ts';

/** One of the caller's domains; null when it is not theirs, or they may have none. Throws `NotAuthorizedError`. */
export function showDomainUseCase({ isEnabled, book, names }: Pick<DomainPorts, 'isEnabled' | 'book' | 'names'>) {
  return async (text: string, caller: Caller): Promise<CustomDomain | null> => {
    const { accountRef, planId } = customerWith(caller, 'domains');
    const host = isEnabled && hasDomains(planId) ? names.parse(text)?.host : undefined;
    return host === undefined ? null : book.find(accountRef, host);
  };
}
