import { useCallback, useEffect, useRef, useState } from 'react';
import { graphClient } from '../../gql/graph-client.tsx';
import { auditTrailOperation } from '../../gql/operations/audit-trail.generated.ts';
import type { AuditFilter } from '../../gql/operations.generated.ts';
import { type AuditAddress, filterOf, isOpenEnded, type TrailEntry } from './audit-address.ts';

const PAGE = 100;
const LOOK_AGAIN_MS = 1_500;

export interface Trail {
  /** Null until the first answer. */
  readonly entries: readonly TrailEntry[] | null;
  /** New ones that are not shown yet, newest first. */
  readonly waiting: readonly TrailEntry[];
  readonly hasMore: boolean;
  readonly error: unknown;
  readonly showMore: () => void;
  readonly showWaiting: () => void;
  readonly retry: () => void;
}

interface Found {
  readonly entries: readonly TrailEntry[] | null;
  readonly waiting: readonly TrailEntry[];
  readonly end: string | null;
  readonly error: unknown;
}

const nothing: Found = { entries: null, waiting: [], end: null, error: null };
const nowSeconds = () => Math.floor(Date.now() / 1000);

/** A page of the trail. What nobody may keep is not kept: it stays out of the cache. */
export async function askTrail(filter: AuditFilter, after: string | null, first = PAGE) {
  const variables = { first, after, filter, order: 'NEWEST' as const };
  const { data } = await graphClient.query({ query: auditTrailOperation, variables, fetchPolicy: 'no-cache' });
  if (data === undefined) throw new TypeError('an answer without an error has data');
  return data.auditTrail;
}

/**
 * The entries that an address says, and what is recorded after them: it is looked for every 1.5 seconds while the page is
 * visible, and waits until it is asked for where `queues` says so.
 */
export function useTrail(address: AuditAddress, queues: () => boolean): Trail {
  const [found, setFound] = useState(nothing);
  const [turn, setTurn] = useState(0);
  const key = `${JSON.stringify(address)} ${turn}`;
  const latest = useRef({ address, queues, found });
  latest.current = { address, queues, found };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when it is another question
  useEffect(() => {
    let isOver = false;
    const tell = (change: (before: Found) => Found) => isOver || setFound(change);
    setFound(nothing);
    const begun = askTrail(filterOf(latest.current.address, nowSeconds()), null).then(
      ({ entries, endCursor: end }) => tell(() => ({ ...nothing, entries, end })),
      (error: unknown) => tell(() => ({ ...nothing, error })),
    );
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible' || !isOpenEnded(latest.current.address)) return;
      void begun.then(() => lookForNew(latest.current, tell));
    }, LOOK_AGAIN_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [key]);

  const showMore = useCallback(() => {
    const { found: shown, address: asked } = latest.current;
    if (shown.end === null) return;
    askTrail(filterOf(asked, nowSeconds()), shown.end).then(
      ({ entries, endCursor: end }) =>
        setFound((before) => ({ ...before, entries: [...(before.entries ?? []), ...entries], end })),
      (error: unknown) => setFound((before) => ({ ...before, error })),
    );
  }, []);
  const showWaiting = useCallback(() => setFound(withWaiting), []);
  const retry = useCallback(() => setTurn((before) => before + 1), []);
  const { entries, waiting, end, error } = found;
  return { entries, waiting, hasMore: end !== null, error, showMore, showWaiting, retry };
}

function withWaiting(before: Found): Found {
  return { ...before, entries: [...before.waiting, ...(before.entries ?? [])], waiting: [] };
}

interface Latest {
  readonly address: AuditAddress;
  readonly queues: () => boolean;
  readonly found: Found;
}

/** A look that fails says nothing: the next one is soon. */
async function lookForNew(latest: Latest, tell: (change: (before: Found) => Found) => void): Promise<void> {
  if (latest.found.entries === null) return;
  const page = await askTrail(filterOf(latest.address, nowSeconds()), null, 50).catch(() => null);
  if (page === null) return;
  tell((before) => {
    const known = new Set([...before.waiting, ...(before.entries ?? [])].map(({ id }) => id));
    const fresh = page.entries.filter(({ id }) => !known.has(id));
    if (fresh.length === 0) return before;
    const after = { ...before, waiting: [...fresh, ...before.waiting] };
    return latest.queues() ? after : withWaiting(after);
  });
}
