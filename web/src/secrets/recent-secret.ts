import type { DashboardQuery } from '../gql/operations.generated.ts';

type Customer = NonNullable<DashboardQuery['viewer']>;

/** The lists of recent secrets: waiting to be opened, received, and ended without being opened. */
export const recentListNames = ['waiting', 'received', 'unopened'] as const;

export type RecentListName = (typeof recentListNames)[number];

/** One secret of such a list. */
export type RecentSecret = NonNullable<Customer[RecentListName]>['nodes'][number];
