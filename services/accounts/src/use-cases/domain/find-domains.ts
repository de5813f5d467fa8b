import type { Caller } from '@onceover/schema/caller';
import { customerWith } from '../account/asking-customer.ts';
import { hasDomains } from './domain-owner.ts';
import type { CustomDomain, DomainPorts } from './domain-ports.ts';

/** The caller's domains, by name; none where the feature is off or the plan has none. Throws `NotAuthorizedError`. */
export function listDomainsUseCase({ isEnabled, book }: Pick<DomainPorts, 'isEnabled' | 'book'>) {
  return async (caller: Caller): Promise<readonly CustomDomain[]> => {
    const { accountRef, planId } = customerWith(caller, 'domains');
    return isEnabled && hasDomains(planId) ? book.listOf(accountRef) : [];
  };
}

/**
 * Whether the form offers a domain for new links: it is proven and leads here, and browsers would not warn whoever opens a link
 * there. A certificate that could not be looked at is not known to be bad.
 */
export function isOffered({ status, leadsHere, hostCheck }: CustomDomain): boolean {
  const certificate = hostCheck?.certificate;
  const isBad = certificate === 'expired' || certificate === 'wrong-name' || certificate === 'untrusted';
  return status === 'active' && leadsHere && !isBad;
}

/** Hosts that the caller has proven and whose plan has none any more, by name. Throws `NotAuthorizedError`. */
export function listSuspendedHostsUseCase({ isEnabled, book }: Pick<DomainPorts, 'isEnabled' | 'book'>) {
  return async (caller: Caller): Promise<readonly string[]> => {
    const { accountRef, planId } = customerWith(caller, 'domains');
    if (!isEnabled || hasDomains(planId)) return [];
    return (await book.listOf(accountRef)).filter(({ status }) => status === 'active').map(({ host }) => host);
  };
}

/** One of the caller's domains; null when it is not theirs, or they may have none. Throws `NotAuthorizedError`. */
export function showDomainUseCase({ isEnabled, book, names }: Pick<DomainPorts, 'isEnabled' | 'book' | 'names'>) {
  return async (text: string, caller: Caller): Promise<CustomDomain | null> => {
    const { accountRef, planId } = customerWith(caller, 'domains');
    const host = isEnabled && hasDomains(planId) ? names.parse(text)?.host : undefined;
    return host === undefined ? null : book.find(accountRef, host);
  };
}

type SharePorts = Pick<DomainPorts, 'isEnabled' | 'book' | 'names' | 'planOf'>;

/** A customer's served host for new share links; null: unknown, not verified, somebody else's, or the plan has none. */
export function findShareDomainUseCase({ isEnabled, book, names, planOf }: SharePorts) {
  return async (accountRef: string, text: string): Promise<{ id: string; host: string } | null> => {
    const host = isEnabled ? names.parse(text)?.host : undefined;
    if (host === undefined) return null;
    const served = await book.findServed(host);
    if (served === null || served.accountRef !== accountRef) return null;
    return hasDomains(await planOf(accountRef)) ? { id: served.domainId, host: served.host } : null;
  };
}

type HostPorts = Pick<DomainPorts, 'isEnabled' | 'names' | 'served'>;

/** Whether secret pages are served on a host that is not the site's. Up to five seconds behind other processes. */
export function resolveHostUseCase({ isEnabled, names, served }: HostPorts) {
  return async (header: string): Promise<{ isVerified: boolean }> => {
    const host = isEnabled ? names.normaliseHost(header) : null;
    return { isVerified: host !== null && (await served.isServed(host)) };
  };
}
