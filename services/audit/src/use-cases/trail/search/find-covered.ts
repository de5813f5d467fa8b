import { isPosition, type Position } from '@onceover/event-store';
import type { Caller } from '@onceover/schema/caller';
import { operatorOnly } from '@onceover/schema/colonel-proof';
import { type LogName, logNames } from '@onceover/schema/events/logs';
import { isId } from '@onceover/service-kit/ids';
import type { AuditBlock } from '../audit-block.ts';
import type { ChainedEntry } from '../audit-chain.ts';
import type { RecordedEntry, UnownedEntry } from '../recorded-entry.ts';
import type { TrailConditions } from '../trail-conditions.ts';
import { readTrail, type SearchPorts } from './search-trail.ts';

/** A place of a log: what stands there, if it is kept, and the block that covers it, if one does yet. */
export interface CoveredPlace {
  readonly log: string;
  readonly position: string;
  readonly entry: RecordedEntry | null;
  readonly block: AuditBlock | null;
}

export interface ChainPlaces {
  entryAt(log: LogName, position: Position): Promise<ChainedEntry | null>;
}

export interface LogPlaces {
  /** Errors  `TooMuchToSearch`; `OutageError` */
  unownedAt(log: LogName, position: Position): Promise<UnownedEntry | null>;
}

export interface BlockPlaces {
  /** The block whose stretch of the log has the position. */
  blockOf(log: string, position: string): Promise<AuditBlock | null>;
}

export interface CoverPorts extends SearchPorts {
  readonly search: SearchPorts['search'] & ChainPlaces & LogPlaces;
  readonly blocks: BlockPlaces;
}

/** What is looked up: a position in a log, or the id of an event or of a request, between two times. */
export interface CoverQuestion extends Pick<TrailConditions, 'from' | 'to'> {
  readonly reference: string;
}

const MOST = 20;

/**
 * What is kept about an event, and which block covers it, for colonels. A position is looked up in every log, and a block
 * still covers it when its event has gone; ids are searched between the times, because nothing leads from them to a place.
 */
export function findCoveredUseCase(ports: CoverPorts) {
  return async ({ reference, ...times }: CoverQuestion, caller: Caller): Promise<readonly CoveredPlace[]> => {
    operatorOnly(caller);
    if (isPosition(reference)) return await placesAt(ports, reference);
    const entries = await entriesBy(ports, reference, times);
    return await Promise.all(
      entries.map(async (entry) => {
        const { log, position } = entry;
        return { log, position, entry, block: await ports.blocks.blockOf(log, position) };
      }),
    );
  };
}

async function placesAt({ search, blocks }: CoverPorts, position: Position): Promise<readonly CoveredPlace[]> {
  const places = logNames.map(async (log): Promise<CoveredPlace> => {
    const [chained, block] = await Promise.all([search.entryAt(log, position), blocks.blockOf(log, position)]);
    return { log, position, entry: chained ?? (await search.unownedAt(log, position)), block };
  });
  const found = await Promise.all(places);
  const known = found.filter(({ entry }) => entry !== null);
  // Positions of logs lie among each other: where one has the event, blocks of the others say nothing about it.
  return known.length > 0 ? known : found.filter(({ block }) => block !== null);
}

/** Of one event, or else of one request. */
async function entriesBy(ports: CoverPorts, reference: string, times: Pick<TrailConditions, 'from' | 'to'>) {
  const search = async (question: TrailConditions) =>
    (await readTrail(ports, { question, order: 'newest', first: MOST, after: null }, null)).entries;
  const ofEvent = isId(reference) ? await search({ ...times, eventId: reference }) : [];
  return ofEvent.length > 0 ? ofEvent : await search({ ...times, requestId: reference });
}
