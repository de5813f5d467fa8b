import { findShareDomain } from '@onceover/schema/internal/custom-domains';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import type { ShareDomains } from '../use-cases/conceal/conceal-secret.ts';

/** Custom hosts, asked of the accounts service each time: one may have been removed a moment ago. */
export function createShareDomains(ask: AskInternal): ShareDomains {
  return {
    find: async (accountRef, host) => (await ask(findShareDomain, { accountRef, host })).domain,
  };
}
