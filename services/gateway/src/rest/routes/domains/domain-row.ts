import type { Caller } from '@onceover/graphql-kit/caller';
import { plans } from '@onceover/schema/plans';
import type { Features } from '../../../features.ts';
import { type ApiError, notAvailable } from '../../../http/api-error.ts';
import { type Refusal, refused } from '../../refused.ts';

const PAGE = '/account/domains';

/** Throws the 404 where this installation has no custom domains. */
export function mustHaveDomains({ domains }: Features): void {
  if (!domains) throw notAvailable(PAGE);
}

/** A refusal of the domain rows, with the name that was asked for. */
export function domainRefused(refusal: Refusal, domain: string): ApiError {
  return refusal.code === 'domain.disabled' ? notAvailable(PAGE) : refused(refusal, { domain });
}

/** The 404 of a domain that is not the caller's. */
export function domainNotFound(domain: string): ApiError {
  return refused({ code: 'domain.unknown' }, { domain });
}

/** Whether the caller's plan has custom domains at all. */
export function hasDomains(caller: Caller): boolean {
  return (
    caller.kind === 'customer' && plans.some(({ id, hasCustomDomains }) => id === caller.planId && hasCustomDomains)
  );
}

/** The 400 where the caller's plan has no domains. */
export function planRequired(): ApiError {
  return refused({ code: 'domain.plan-required' });
}
