import type { Caller } from '@onceover/schema/caller';
import { operatorOnly } from '@onceover/schema/colonel-proof';
import type { Clock } from '@onceover/service-kit/clock';
import type { CustomerView } from './own-account.ts';

/** What a customer has done since registering; a moment behind. */
export interface UsageCounts {
  readonly secretsCreated: number;
  readonly secretsBurned: number;
  /** Own secrets that somebody opened. */
  readonly secretsShared: number;
  readonly emailsSent: number;
}

export interface CustomerSummary extends CustomerView {
  readonly usage: UsageCounts;
}

export interface AccountStatistics {
  /** Sessions that are still good. */
  readonly sessionCount: number;
  readonly customerCount: number;
  /** Signed in within 30 days. */
  readonly recentCustomerCount: number;
  readonly recentCustomers: readonly CustomerSummary[];
}

export interface CustomerFilter {
  /** The account after which a page begins, the newest being the first; null: the newest. It need not exist any more. */
  readonly after: string | null;
  /** Null: any plan. */
  readonly planId: string | null;
  /** Null: both. */
  readonly isVerified: boolean | null;
  /** Null: both. */
  readonly isDisabled: boolean | null;
}

export interface UsageBook {
  usageOf(accountRef: string): Promise<UsageCounts>;
  counts(at: Date): Promise<Omit<AccountStatistics, 'recentCustomers'>>;
  /** Newest first. */
  list(wanted: CustomerFilter, limit: number): Promise<readonly CustomerSummary[]>;
}

export interface UsagePorts {
  readonly usage: UsageBook;
  readonly clock: Clock;
}

const newestCount = 20;
const anybody = { after: null, planId: null, isVerified: null, isDisabled: null };

/** Counts of accounts and their newest customers. Throws `NotAuthorizedError` for everybody but a colonel. */
export function accountStatisticsUseCase({ usage, clock }: UsagePorts) {
  return async (caller: Caller): Promise<AccountStatistics> => {
    operatorOnly(caller);
    const [counts, recentCustomers] = await Promise.all([usage.counts(clock.now()), usage.list(anybody, newestCount)]);
    return { ...counts, recentCustomers };
  };
}

/** What the signed-in customer has done; a moment behind. */
export function showUsageUseCase({ usage }: Pick<UsagePorts, 'usage'>) {
  return (accountRef: string): Promise<UsageCounts> => usage.usageOf(accountRef);
}
