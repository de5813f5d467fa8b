import { askOnce } from '../../gql/mutate.ts';
import { customersOperation } from '../../gql/operations/customers.generated.ts';
import { usePages } from '../../lib/use-pages.ts';

const PAGE = 50;

/** What the page shows, as its address says it. */
export interface CustomerFilter {
  /** Null: any plan. */
  readonly plan: string | null;
  /** Null: both. */
  readonly isVerified: boolean | null;
}

export const addressStates = { proven: true, unproven: false } as const;
export type AddressState = keyof typeof addressStates;

export function customerFilterFrom(said: URLSearchParams): CustomerFilter {
  const address = said.get('address');
  const isVerified = address === 'proven' || address === 'unproven' ? addressStates[address] : null;
  return { plan: said.get('plan'), isVerified };
}

/** The customers that a filter finds, newest first, a page at a time. */
export function useCustomers(filter: CustomerFilter) {
  return usePages(
    filter,
    async (after) => (await askOnce(customersOperation, { first: PAGE, after, filter })).customers,
  );
}
