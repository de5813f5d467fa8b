import { hasDomains } from './domain-owner.ts';
import type { DomainPorts } from './domain-ports.ts';

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
