import { useEffect, useRef, useState } from 'react';
import { askOnce } from '../../gql/mutate.ts';
import { auditTrailOperation } from '../../gql/operations/audit-trail.generated.ts';
import type { AuditFilter, AuditTrailQuery } from '../../gql/operations.generated.ts';
import { type AuditAddress, filterOf, isOpenEnded, type TrailEntry } from './audit-address.ts';

const PAGE = 100;
const POLL_EVERY_MS = 1_500;
const MOST_PAGES_AT_ONCE = 10;

interface Found {
  /** Null until the first answer. */
  readonly entries: readonly TrailEntry[] | null;
  /** New ones that are not shown yet, newest first. */
  readonly waiting: readonly TrailEntry[];
  /** Where it goes on after the waiting ones, if they do not reach down to what is shown. */
  readonly waitingEnd: string | null;
  readonly end: string | null;
  readonly error: unknown;
}

const nothing: Found = { entries: null, waiting: [], waitingEnd: null, end: null, error: null };
const nowSeconds = () => Math.floor(Date.now() / 1000);

export async function askTrail(filter: AuditFilter, after: string | null) {
  return (await askOnce(auditTrailOperation, { first: PAGE, after, filter, order: 'NEWEST' })).auditTrail;
}

/**
 * The entries that an address says, and what is recorded after them: polled every 1.5 seconds while the page is
 * visible, and kept waiting until it is asked for where `queues` says so.
 */
export function useTrail(address: AuditAddress, queues: () => boolean) {
  const [found, setFound] = useState(nothing);
  const [turn, setTurn] = useState(0);
  const key = `${JSON.stringify(address)} ${turn}`;
  const latest = useRef({ address, queues, found });
  latest.current = { address, queues, found };
  /** Of the question that is shown: where its answers go, and after which entry a further page was asked for. */
  const question = useRef<{ tell: Tell; askedAfter: string | null }>({ tell: setFound, askedAfter: null });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when it is another question
  useEffect(() => {
    let isOver = false;
    const tell: Tell = (change) => isOver || setFound(change);
    question.current = { tell, askedAfter: null };
    setFound(nothing);
    const begun = askTrail(filterOf(latest.current.address, nowSeconds()), null).then(
      ({ entries, endCursor: end }) => tell(() => ({ ...nothing, entries, end })),
      (error: unknown) => tell(() => ({ ...nothing, error })),
    );
    let isPolling = false;
    const poll = async () => {
      if (isPolling || document.visibilityState !== 'visible' || !isOpenEnded(latest.current.address)) return;
      isPolling = true;
      await begun;
      const asked = latest.current;
      await pollForNew(asked.found, filterOf(asked.address, nowSeconds()), asked.queues, tell);
      isPolling = false;
    };
    const timer = setInterval(() => void poll(), POLL_EVERY_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [key]);

  const { entries, waiting, end, error } = found;
  const showMore = () => {
    if (end === null || question.current.askedAfter === end) return;
    question.current.askedAfter = end;
    void tellFurtherPage(filterOf(address, nowSeconds()), end, question.current.tell);
  };
  const showWaiting = () => setFound(withWaiting);
  return { entries, waiting, hasMore: end !== null, error, showMore, showWaiting, retry: () => setTurn(turn + 1) };
}

function withWaiting({ waiting, waitingEnd, ...before }: Found): Found {
  if (waitingEnd !== null) return { ...nothing, entries: waiting, end: waitingEnd };
  return { ...before, entries: [...waiting, ...(before.entries ?? [])], waiting: [], waitingEnd };
}

type Tell = (change: (before: Found) => Found) => void;

/** A list that begins anew meanwhile ends elsewhere, and stays as it is. */
async function tellFurtherPage(filter: AuditFilter, end: string, tell: Tell): Promise<void> {
  const tellBelow: Tell = (change) => tell((before) => (before.end === end ? change(before) : before));
  try {
    const { entries, endCursor } = await askTrail(filter, end);
    tellBelow((before) => ({ ...before, entries: [...(before.entries ?? []), ...entries], end: endCursor }));
  } catch (error) {
    tellBelow((before) => ({ ...before, error }));
  }
}

const idsOfEntries = new WeakMap<readonly TrailEntry[], ReadonlySet<string>>();

/** Found out once for a list, as it may be long and is searched again and again. */
function idsOf(entries: readonly TrailEntry[]): ReadonlySet<string> {
  const known = idsOfEntries.get(entries) ?? new Set(entries.map(({ id }) => id));
  idsOfEntries.set(entries, known);
  return known;
}

/** What came since the last poll, without a gap; beyond so many pages the list begins anew. A failed poll is silent. */
async function pollForNew(found: Found, filter: AuditFilter, queues: () => boolean, tell: Tell): Promise<void> {
  const { entries, waiting } = found;
  if (entries === null) return;
  const isKnown = (id: string) => idsOf(entries).has(id) || idsOf(waiting).has(id);
  const fresh: TrailEntry[] = [];
  let end: string | null = null;
  for (let page = 0; page < MOST_PAGES_AT_ONCE; page += 1) {
    const asked: AuditTrailQuery['auditTrail'] | null = await askTrail(filter, end).catch(() => null);
    if (asked === null) return;
    const unseen: readonly TrailEntry[] = asked.entries.filter(({ id }) => !isKnown(id));
    fresh.push(...unseen);
    end = unseen.length < asked.entries.length ? null : asked.endCursor;
    if (end === null) break;
  }
  if (fresh.length === 0) return;
  tell((before) => {
    const after =
      end === null
        ? { ...before, waiting: [...fresh, ...before.waiting] }
        : { ...before, waiting: fresh, waitingEnd: end };
    return queues() ? after : withWaiting(after);
  });
}
