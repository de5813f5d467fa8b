import type { ChainedEntry } from './audit-chain.ts';

/** What only an entry of a chain has. */
type OfChain = 'tenantRef' | 'kind' | 'seq' | 'month' | 'prevHash';

/** An event of a log that belongs to nobody and is in no chain; its hash is that of the event, as its block covers it. */
export type UnownedEntry = Omit<ChainedEntry, OfChain> & Readonly<Record<OfChain, null>>;

/** Something that was recorded. */
export type RecordedEntry = ChainedEntry | UnownedEntry;

/** The same, as far as somebody may see it. */
export type ShownEntry = Omit<RecordedEntry, 'request'> & { readonly request: string | null };

/** Owners see neither requests nor networks nor reasons, nor who else it was. */
export function forOwner(entry: RecordedEntry): ShownEntry {
  const { actorRef, tenantRef } = entry;
  return {
    ...entry,
    actorRef: actorRef === tenantRef ? actorRef : null,
    request: null,
    networkTag: null,
    reason: null,
  };
}
