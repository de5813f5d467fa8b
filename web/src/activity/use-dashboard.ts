import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { graphClient, useRefreshing } from '../gql/graph-client.tsx';
import { dashboardOperation } from '../gql/operations/dashboard.generated.ts';
import { useActivity } from './activity-stream.ts';
import type { RecentListName } from './recent-list.ts';
import { tellRecentLists } from './tell-lists.ts';

export type Dashboard = ReturnType<typeof useDashboard>;

const pageSize = 25;

/**
 * What the dashboard and the recent secrets show of a customer: the counts and the lists, newest first, in one question.
 * What happens is told by a stream and shown at once; while that is down the question is repeated. Call it once per page and
 * hand on the parts. "More" makes a list longer rather than adding a page, so that every refresh covers everything shown.
 * `search` keeps what contains it.
 */
export function useDashboard(search = '') {
  const [sizes, setSizes] = useState({ waiting: pageSize, received: pageSize, unopened: pageSize });
  const variables = { ...sizes, search: search === '' ? null : search };
  const { data, previousData, error, loading, refetch } = useQuery(dashboardOperation, {
    client: graphClient,
    variables,
    ...useRefreshing(),
  });
  // What does not arrive now comes with the next refresh.
  const refresh = () => void refetch().catch(() => undefined);
  useActivity({
    onItem: (item) => (item.kind === 'DOMAIN_CHANGED' ? refresh() : tellRecentLists(variables, item)),
    onGap: refresh,
  });
  const isAnswered = useAnswered(search, data !== undefined);
  const isMissing = data === undefined;
  const known = data ?? previousData;
  // What another search found must not stand for the answer that did not come.
  const shown = !isAnswered && error !== undefined ? undefined : known?.viewer;
  const listOf = (name: RecentListName) => {
    const list = shown?.[name];
    const hasMore = list?.pageInfo.hasNextPage ?? false;
    // Another list may be what the page waits for, and a failed refresh of what is shown changes nothing.
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
  const counts = known?.viewer?.recentCounts;
  return {
    /** Undefined: not known. */
    counts: {
      secrets: counts ? counts.received + counts.notReceived : undefined,
      domains: known?.domains.totalCount,
      isLoading: isFirstLoad,
    },
    /** Verified hosts that the plan does not cover any more. */
    suspendedDomains: known?.domains.suspended ?? [],
    lists: { waiting: listOf('waiting'), received: listOf('received'), unopened: listOf('unopened') },
    isLoading: isFirstLoad,
    /** What is shown was found by an earlier search; the answer to this one is on its way. */
    isSearching: !isAnswered && !isFirstLoad && error === undefined,
    refresh,
  };
}

/** Whether the data at hand answers this search. */
function useAnswered(search: string, hasData: boolean): boolean {
  const [answered, setAnswered] = useState<string | null>(null);
  useEffect(() => {
    if (hasData) setAnswered(search);
  }, [search, hasData]);
  return hasData || answered === search;
}
