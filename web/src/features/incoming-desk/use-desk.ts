import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { graphClient, whileVisible } from '../../gql/graph-client.tsx';
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
  const { data, previousData, error, loading, refetch } = useQuery(incomingSecretsOperation, {
    client: graphClient,
    variables: { first: size, ticketNumber: ticket === '' ? null : ticket },
    ...whileVisible,
  });
  const list = (data ?? previousData)?.incomingSecrets;
  return {
    tickets: list?.nodes,
    hasMore: list?.pageInfo.hasNextPage ?? false,
    error: data === undefined ? error : undefined,
    isLoading: data === undefined && loading,
    retry: () => void refetch().catch(() => undefined),
    showMore: () => setSize(size + pageSize),
  };
}
