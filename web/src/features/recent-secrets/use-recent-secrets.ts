import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { graphClient } from '../../gql/graph-client.ts';
import type { RecentSecretsQuery, RecentStatus } from '../../gql/operations.generated.ts';
import { whileVisible } from '../../gql/polling.ts';
import { recentSecretsOperation } from '../../gql/recent-secrets.operations.ts';

export type RecentSecret = RecentSecretsQuery['recentSecrets']['nodes'][number];

const pageSize = 25;

/**
 * One of the two lists, newest first; looks again while it is visible. "More" makes the list longer rather than adding a
 * page, so that every look sees all that is shown.
 */
export function useRecentSecrets(status: RecentStatus) {
  const [size, setSize] = useState(pageSize);
  const answer = useQuery(recentSecretsOperation, {
    client: graphClient,
    variables: { first: size, status },
    ...whileVisible,
  });
  const list = (answer.data ?? answer.previousData)?.recentSecrets;
  return {
    secrets: list?.nodes,
    hasMore: list?.pageInfo.hasNextPage ?? false,
    /** Nothing is known, or nothing more came; a failed look at a known list changes nothing. */
    error: answer.data === undefined ? answer.error : undefined,
    isLoading: answer.loading && answer.data === undefined,
    retry: () => void answer.refetch(),
    showMore: () => setSize(size + pageSize),
  };
}
