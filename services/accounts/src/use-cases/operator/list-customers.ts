import type { Caller } from '@onceover/schema/caller';
import { operatorOnly } from '@onceover/schema/colonel-proof';
import { recordAction } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import type { CustomerFilter, CustomerSummary, UsageBook } from '../account/account-statistics.ts';

const MOST = 200;

export interface WantedCustomers extends CustomerFilter {
  readonly first: number;
}

export interface FoundCustomers {
  readonly customers: readonly CustomerSummary[];
  /** Null where nothing follows. */
  readonly end: string | null;
}

/**
 * All customers, newest first, a page at a time. A page shows addresses, so that it was looked at is recorded before it is
 * answered, like a look-up by address. Throws `NotAuthorizedError` for everybody but a colonel.
 */
export function listCustomersUseCase({ events, usage }: Pick<AccountPorts, 'events'> & { readonly usage: UsageBook }) {
  return async ({ first, ...wanted }: WantedCustomers, caller: Caller): Promise<FoundCustomers> => {
    const operator = operatorOnly(caller);
    const targetRef = wanted.after ?? 'newest';
    const action = { action: 'listed', targetKind: 'account', targetRef, reasonCode: 'by-list' };
    await recordAction({ events }, operator, action);
    const count = Math.min(Math.max(first, 1), MOST);
    // One more than wanted says whether anything follows.
    const found = await usage.list(wanted, count + 1);
    const customers = found.slice(0, count);
    return { customers, end: found.length > count ? (customers.at(-1)?.accountRef ?? null) : null };
  };
}
