import type { StoredOperation } from './stored-operation.ts';

export interface CustomerSummaryData {
  readonly custid: string;
  readonly planId: string;
  readonly isColonel: boolean;
  readonly isVerified: boolean;
  readonly created: number;
  readonly usage: { readonly secretsCreated: number; readonly secretsShared: number; readonly emailsSent: number };
}

export interface FeedbackData {
  readonly message: string;
  readonly created: number;
}

export interface ColonelData {
  readonly accountStatistics: {
    readonly sessionCount: number;
    readonly customerCount: number;
    readonly recentCustomerCount: number;
    readonly recentCustomers: readonly CustomerSummaryData[];
  };
  readonly secretStatistics: {
    readonly metadataCount: number;
    readonly secretCount: number;
    readonly secretsCreated: number;
    readonly secretsShared: number;
    readonly emailsSent: number;
  };
  readonly feedback: readonly FeedbackData[];
  readonly feedbackStatistics: {
    readonly count: number;
    readonly todayCount: number;
    readonly yesterdayCount: number;
  };
}

/** One look over all three services; the supergraph joins it. */
export const showColonel: StoredOperation<Record<never, never>, ColonelData> = {
  name: 'ShowColonel',
  document: `query ShowColonel {
  accountStatistics {
    sessionCount customerCount recentCustomerCount
    recentCustomers {
      custid planId isColonel isVerified created
      usage { secretsCreated secretsShared emailsSent }
    }
  }
  secretStatistics { metadataCount secretCount secretsCreated secretsShared emailsSent }
  feedback(first: 100) { message created }
  feedbackStatistics { count todayCount yesterdayCount }
}`,
};
