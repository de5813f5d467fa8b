import type { FoundEvent } from '@onceover/event-store';
import type { ChainedEntry } from './audit-chain.ts';
import { saidOf } from './audit-entry.ts';

/** What only an entry of a chain has. */
type OfChain = 'tenantRef' | 'kind' | 'seq' | 'month' | 'prevHash';

/** An event of a log that belongs to nobody and is in no chain; its hash is that of the event, as its block covers it. */
export type UnownedEntry = Omit<ChainedEntry, OfChain> & Readonly<Record<OfChain, null>>;

const ofNoChain: Readonly<Record<OfChain, null>> = {
  tenantRef: null,
  kind: null,
  seq: null,
  month: null,
  prevHash: null,
};

export function unownedEntryOf(event: FoundEvent): UnownedEntry {
  return { ...saidOf(event), ...ofNoChain, hash: Buffer.from(event.leaf, 'hex') };
}

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
