import { askOnce } from '../../gql/mutate.ts';
import { customDomainsOperation } from '../../gql/operations/custom-domains.generated.ts';
import type { CustomDomainState, CustomDomainsQuery } from '../../gql/operations.generated.ts';
import { usePages } from '../../lib/use-pages.ts';

const PAGE = 50;

export type CustomDomainRow = CustomDomainsQuery['customDomains']['nodes'][number];

export const domainStates = [
  'WORKING',
  'UNPROVEN',
  'ELSEWHERE',
  'BAD_CERTIFICATE',
] as const satisfies readonly CustomDomainState[];

/** What the page shows, as its address says it. */
export interface DomainFilter {
  readonly host: string;
  readonly state: CustomDomainState | null;
}

export function domainFilterFrom(said: URLSearchParams): DomainFilter {
  const state = domainStates.find((each) => each === said.get('state')) ?? null;
  return { host: (said.get('host') ?? '').slice(0, 253), state };
}

/** The domains that a filter finds, a page at a time. */
export function useCustomDomains(filter: DomainFilter) {
  return usePages(
    filter,
    async (after) => (await askOnce(customDomainsOperation, { first: PAGE, after, filter })).customDomains,
  );
}
