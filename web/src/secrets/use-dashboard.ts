import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { graphClient, whileVisible } from '../gql/graph-client.tsx';
import { dashboardOperation } from '../gql/operations/dashboard.generated.ts';
import type { DashboardQuery } from '../gql/operations.generated.ts';

type Customer = NonNullable<DashboardQuery['viewer']>;

/** The two lists of recent secrets. */
export type RecentListName = 'notReceived' | 'received';

/** One secret of such a list. */
export type RecentSecret = NonNullable<Customer[RecentListName]>['nodes'][number];

/** One list as its block shows it. */
export interface RecentListState {
  readonly secrets: readonly RecentSecret[] | undefined;
  readonly hasMore: boolean;
  /** Set while what the list should show is missing; a failed refresh of what is shown changes nothing. */
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  readonly retry: () => void;
  readonly showMore: () => void;
}

/** The counts on the tabs; undefined: not known. */
export interface DashboardCounts {
  readonly secrets: number | undefined;
  readonly domains: number | undefined;
  /** Whether they are still to come. */
  readonly isLoading: boolean;
}

const pageSize = 25;

/**
 * What the dashboard and the recent secrets show of a customer: the counts and both lists, newest first, in one question
 * that is repeated while the page is visible. Call it once per page and hand on the parts. "More" makes a list longer
 * rather than adding a page, so that every refresh covers everything shown.
 */
export function useDashboard() {
  const [sizes, setSizes] = useState({ notReceived: pageSize, received: pageSize });
  const { data, previousData, error, loading, refetch } = useQuery(dashboardOperation, {
    client: graphClient,
    variables: sizes,
    ...whileVisible,
  });
  const isMissing = data === undefined;
  const shown = (data ?? previousData)?.viewer;
  const counts = shown?.recentCounts;
  const listOf = (name: RecentListName): RecentListState => {
    const list = shown?.[name];
    const hasMore = list?.pageInfo.hasNextPage ?? false;
    // The other list may be what the page waits for.
    const isConcerned = isMissing && (!list || (hasMore && list.nodes.length < sizes[name]));
    return {
      secrets: list?.nodes,
      hasMore,
      error: isConcerned ? error : undefined,
      isLoading: isConcerned && loading,
      retry: () => void refetch(),
      showMore: () => setSizes({ ...sizes, [name]: sizes[name] + pageSize }),
    };
  };
  const isFirstLoad = isMissing && previousData === undefined && error === undefined;
  return {
    /** Nothing is known yet. */
    isLoading: isFirstLoad,
    counts: {
      secrets: counts ? counts.received + counts.notReceived : undefined,
      domains: (data ?? previousData)?.domains.totalCount,
      isLoading: isFirstLoad,
    } satisfies DashboardCounts,
    notReceived: listOf('notReceived'),
    received: listOf('received'),
  };
}
