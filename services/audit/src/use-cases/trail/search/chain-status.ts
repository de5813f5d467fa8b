import type { Caller } from '@onceover/schema/caller';
import { operatorOnly } from '@onceover/schema/colonel-proof';
import { logNames } from '@onceover/schema/events/logs';
import { type ChainedEntry, hashEntry } from '../audit-chain.ts';
import { chainOf } from '../audit-entry.ts';
import type { Checkpoint, Signatures } from '../checkpoint.ts';

export interface ChainStatus {
  readonly checked: number;
  readonly checkedAt: Date;
  /** Two neighbours that do not fit. */
  readonly broken: { readonly entry: string; readonly before: string | null } | null;
  readonly signed: Checkpoint | null;
}

/** The newest entries as they are stored. */
export interface NewestEntries {
  /** The last of one log, by their positions: a chain is in the order of its log, so none is missing in between. */
  newest(log: string, most: number): Promise<readonly ChainedEntry[]>;
}

const MOST_OF_LOG = 2_000;
const FRESH_MS = 15_000;

export interface StatusPorts {
  readonly search: NewestEntries;
  readonly signatures: Signatures;
  now(): Promise<Date>;
}

/**
 * Whether the newest entries are as they were written, and what was signed last; checked again after 15 seconds. For
 * colonels. It takes a fraction of a second; all entries, the logs and the signatures are checked by `npm run audit -- verify`.
 */
export function chainStatusUseCase(ports: StatusPorts) {
  let known: { readonly status: Promise<ChainStatus>; readonly until: number } | undefined;
  return async (caller: Caller): Promise<ChainStatus> => {
    operatorOnly(caller);
    if (known === undefined || known.until < performance.now()) {
      known = { status: statusOf(ports), until: performance.now() + FRESH_MS };
      known.status.catch(() => {
        known = undefined;
      });
    }
    return await known.status;
  };
}

async function statusOf({ search, signatures, now }: StatusPorts): Promise<ChainStatus> {
  const newest = logNames.map((log) => search.newest(log, MOST_OF_LOG));
  const [signed, checkedAt, ...found] = await Promise.all([signatures.last(), now(), ...newest]);
  const entries = found.flat();
  return { checked: entries.length, checkedAt, broken: breakIn(entries), signed };
}

/** The first break in the chains of these entries; those of a chain are without a gap. */
export function breakIn(entries: readonly ChainedEntry[]): ChainStatus['broken'] {
  const chains = Map.groupBy(entries, chainOf);
  for (const chain of chains.values()) {
    const inOrder = chain.toSorted((one, other) => one.seq - other.seq);
    for (const [index, entry] of inOrder.entries()) {
      const before = index === 0 ? undefined : inOrder[index - 1];
      if (!fits(entry, before)) return { entry: entry.eventId, before: before?.eventId ?? null };
    }
  }
  return null;
}

function fits(entry: ChainedEntry, before: ChainedEntry | undefined): boolean {
  if (!hashEntry(entry.prevHash, entry, entry).equals(entry.hash)) return false;
  return before === undefined || (before.seq === entry.seq - 1 && before.hash.equals(entry.prevHash));
}
