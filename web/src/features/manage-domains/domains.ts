import type { DomainQuery, DomainsQuery } from '../../gql/operations.generated.ts';

/** A row of the list. */
export type DomainRow = DomainsQuery['domains']['nodes'][number];

/** One domain with what to enter at the DNS provider, and what the last look found. */
export type DomainDetail = NonNullable<DomainQuery['domain']>;
