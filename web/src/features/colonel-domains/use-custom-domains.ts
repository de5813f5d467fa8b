import { useCallback, useEffect, useRef, useState } from 'react';
import { graphClient } from '../../gql/graph-client.tsx';
import { customDomainsOperation } from '../../gql/operations/custom-domains.generated.ts';
import type { CustomDomainState, CustomDomainsQuery } from '../../gql/operations.generated.ts';

const PAGE = 50;

export type CustomDomainRow = CustomDomainsQuery['customDomains']['nodes'][number];

export const domainStates = [
  'WORKING',
  'UNPROVEN',
  'ELSEWHERE',
  'BAD_CERTIFICATE',
] as const satisfies readonly CustomDomainState[];

/** What the page shows, as its address says it. */
export interface DomainFilter {
  readonly host: string;
  readonly state: CustomDomainState | null;
}

export function domainFilterFrom(said: URLSearchParams): DomainFilter {
  const state = domainStates.find((each) => each === said.get('state')) ?? null;
  return { host: (said.get('host') ?? '').slice(0, 253), state };
}

interface Found {
  /** Null until the first answer. */
  readonly rows: readonly CustomDomainRow[] | null;
  readonly end: string | null;
  readonly error: unknown;
}

const nothing: Found = { rows: null, end: null, error: null };

async function ask({ host, state }: DomainFilter, after: string | null) {
  const variables = { first: PAGE, after, filter: { host, state } };
  const { data } = await graphClient.query({ query: customDomainsOperation, variables, fetchPolicy: 'no-cache' });
  if (data === undefined) throw new TypeError('an answer without an error has data');
  return data.customDomains;
}

/** The domains that a filter finds, a page at a time. */
export function useCustomDomains({ host, state }: DomainFilter) {
  const [found, setFound] = useState(nothing);
  const [turn, setTurn] = useState(0);
  const current = useRef('');
  const key = `${state} ${turn} ${host}`;
  useEffect(() => {
    current.current = key;
    // An answer to an earlier question is no answer to this one.
    const tell = (next: Found) => current.current === key && setFound(next);
    setFound(nothing);
    ask({ host, state }, null).then(
      ({ nodes: rows, endCursor: end }) => tell({ rows, end, error: null }),
      (error: unknown) => tell({ ...nothing, error }),
    );
  }, [key, host, state]);
  const { end } = found;
  const showMore = useCallback(() => {
    if (end === null) return;
    const asked = current.current;
    const tell = (change: (before: Found) => Found) => current.current === asked && setFound(change);
    ask({ host, state }, end).then(
      ({ nodes, endCursor }) =>
        tell((before) => ({ rows: [...(before.rows ?? []), ...nodes], end: endCursor, error: null })),
      (error: unknown) => tell((before) => ({ ...before, error })),
    );
  }, [end, host, state]);
  const again = useCallback(() => setTurn((before) => before + 1), []);
  return { ...found, showMore, again };
}
