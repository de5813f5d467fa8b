import { type Caller, operatorOnly } from '@onceover/graphql-kit/caller';
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

/** A customer with what they did. */
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

/** What is counted, for customers and for colonels. */
export interface UsageBook {
  usageOf(accountRef: string): Promise<UsageCounts>;
  counts(at: Date): Promise<Omit<AccountStatistics, 'recentCustomers'>>;
  newest(limit: number): Promise<readonly CustomerSummary[]>;
}

export interface UsagePorts {
  readonly usage: UsageBook;
  readonly clock: Clock;
}

const newestCount = 20;

/** Counts of accounts and their newest customers. Throws `NotAuthorizedError` for everybody but a colonel. */
export function accountStatisticsUseCase({ usage, clock }: UsagePorts) {
  return async (caller: Caller): Promise<AccountStatistics> => {
    operatorOnly(caller);
    const [counts, recentCustomers] = await Promise.all([usage.counts(clock.now()), usage.newest(newestCount)]);
    return { ...counts, recentCustomers };
  };
}

/** What the signed-in customer has done; a moment behind. */
export function showUsageUseCase({ usage }: Pick<UsagePorts, 'usage'>) {
  return (accountRef: string): Promise<UsageCounts> => usage.usageOf(accountRef);
}
