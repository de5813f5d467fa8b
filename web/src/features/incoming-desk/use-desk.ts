import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { tellDesk } from '../../activity/tell-lists.ts';
import { useActivity } from '../../activity/use-activity.ts';
import { graphClient, useRefreshing } from '../../gql/graph-client.tsx';
import { incomingSecretsOperation } from '../../gql/operations/incoming-secrets.generated.ts';
import type { IncomingSecretsQuery } from '../../gql/operations.generated.ts';

/** One submission and what became of it. */
export type DeskTicket = IncomingSecretsQuery['incomingSecrets']['nodes'][number];

/** The queue as its page shows it. */
export interface Desk {
  readonly tickets: readonly DeskTicket[] | undefined;
  readonly hasMore: boolean;
  /** Set while what the queue should show is missing; a failed refresh of what is shown changes nothing. */
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  readonly retry: () => void;
  readonly showMore: () => void;
}

const pageSize = 25;

/**
 * What came in for the support desk, newest first. `ticket` keeps the submissions with that number, empty keeps all; it stays
 * the same as long as the component is mounted. "More" makes the list longer, so that every refresh covers what is shown.
 */
export function useDesk(ticket: string): Desk {
  const [size, setSize] = useState(pageSize);
  const variables = { first: size, ticketNumber: ticket === '' ? null : ticket };
  const { data, previousData, error, loading, refetch } = useQuery(incomingSecretsOperation, {
    client: graphClient,
    variables,
    ...useRefreshing(),
  });
  const refresh = () => void refetch().catch(() => undefined);
  useActivity({ onItem: (item) => tellDesk(variables, item), onGap: refresh });
  const list = (data ?? previousData)?.incomingSecrets;
  return {
    tickets: list?.nodes,
    hasMore: list?.pageInfo.hasNextPage ?? false,
    error: data === undefined ? error : undefined,
    isLoading: data === undefined && loading,
    retry: refresh,
    showMore: () => setSize(size + pageSize),
  };
}
