import type { CommitNews, CommittedEvent, StreamAppend } from '../types.ts';

/** A command that may append, as far as listeners are concerned. */
export interface Appended {
  readonly news: readonly CommittedEvent[];
}

export function eventsFor(tenantRef: string | null, appends: readonly Pick<StreamAppend, 'stream' | 'events'>[]) {
  return appends.flatMap(({ stream, events }) =>
    events.map(({ type, data }): CommittedEvent => ({ type, streamId: stream.id, tenantRef, data })),
  );
}

/** The news of one commit; undefined if it appended nothing. */
export function newsOf(source: string, events: readonly CommittedEvent[]): CommitNews | undefined {
  if (events.length === 0) return undefined;
  const owned = new Set<string>();
  const unowned = new Set<string>();
  for (const { type, tenantRef } of events) (tenantRef === null ? unowned : owned).add(type);
  return { source, owned, unowned, events };
}
