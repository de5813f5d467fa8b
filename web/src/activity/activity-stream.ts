import { useEffect, useEffectEvent } from 'react';
import { secretActivityOperation } from '../gql/operations/secret-activity.generated.ts';
import type { SecretActivitySubscription } from '../gql/operations.generated.ts';
import { noteTold } from '../gql/overtaken.ts';
import { noteSocketRefused } from '../lib/calls/auth-signals.ts';
import { serverNow } from '../lib/calls/server-clock.ts';
import { onSessionEnd } from '../session/session-stores.ts';

export type ActivityItem = SecretActivitySubscription['secretActivity'];

interface ActivityListener {
  readonly onItem: (item: ActivityItem) => void;
  /** Items were missed and cannot be told any more: ask for everything again. */
  readonly onGap: () => void;
}

/** A change of page leaves the stream open for the next one. */
const lingerMilliseconds = 3000;
/** How long to wait before a stream that was refused is tried again; meanwhile the pages ask by themselves. */
const patienceMilliseconds = 15_000;

const listeners = new Set<ActivityListener>();
/** The last item that this tab has seen; null: none. */
let after: string | null = null;
/** When the stream was opened without a place to go on from, in Unix seconds. */
let listenedFrom = 0;
let end: (() => void) | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Hears what happens to the signed-in customer's secrets while the page is shown, over one stream for all pages of this tab. */
export function useActivity(listener: ActivityListener): void {
  const onItem = useEffectEvent(listener.onItem);
  const onGap = useEffectEvent(listener.onGap);
  useEffect(() => listenTo({ onItem, onGap }), []);
}

function listenTo(listener: ActivityListener): () => void {
  listeners.add(listener);
  clearTimeout(timer);
  if (end === undefined) open();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    timer = setTimeout(close, lingerMilliseconds);
  };
}

/** Whether it happened before this tab listened: a stream begins with what happened a little earlier. */
export function isOfBefore({ at }: Pick<ActivityItem, 'at'>): boolean {
  return at < listenedFrom;
}

function open(): void {
  if (after === null) listenedFrom = Math.floor(serverNow());
  let isOver = false;
  let leave: () => void = () => undefined;
  end = () => {
    isOver = true;
    leave();
  };
  const ended = (code: string) => {
    if (isOver) return;
    close();
    refused(code);
  };
  // Loaded once the page is shown; without it the pages ask by themselves.
  import('../gql/live.ts').then(
    ({ subscribe }) => {
      if (isOver) return;
      leave = subscribe(secretActivityOperation, () => ({ after }), {
        next: ({ secretActivity }) => !isOver && hear(secretActivity),
        error: ended,
      });
    },
    () => ended('UNAVAILABLE'),
  );
}

function hear(item: ActivityItem): void {
  after = item.seq;
  noteTold();
  for (const { onItem } of listeners) onItem(item);
}

function refused(code: string): void {
  const isBehind = code === 'RESYNC_REQUIRED' && after !== null;
  after = null;
  if (code === 'UNAUTHENTICATED' || code === 'NOT_AUTHORIZED') noteSocketRefused();
  // Opened first: what happens while the pages ask is told again.
  if (isBehind) open();
  else timer = setTimeout(() => listeners.size > 0 && open(), patienceMilliseconds);
  if (code === 'RESYNC_REQUIRED') for (const { onGap } of listeners) onGap();
}

function close(): void {
  clearTimeout(timer);
  end?.();
  end = undefined;
}

onSessionEnd(() => {
  close();
  after = null;
});
