import type { Caller, CustomerCaller } from '@onceover/schema/caller';
import { operatorOnly } from '@onceover/schema/colonel-proof';
import { logNames } from '@onceover/schema/events/logs';
import type { RecordedEntry } from '../recorded-entry.ts';
import type { TrailConditions } from '../trail-conditions.ts';
import type { TrailOrder, TrailPlace, TrailSearch, Wanted } from './trail-search.ts';

/** A filter as it was asked: `shortkey` still names secrets that have to be found. */
export interface TrailQuestion extends TrailConditions {
  readonly shortkey?: string;
}

export interface TrailPage {
  readonly question: TrailQuestion;
  readonly order: TrailOrder;
  readonly first: number;
  readonly after: TrailPlaces | null;
}

/**
 * Where each part of the trail goes on: the chains of all accounts, and every log; what is missing has not begun. What has
 * ended is not read again, as that would be to its end for every page.
 */
export type TrailPlaces = Readonly<Record<string, TrailPlace | 'ended'>>;

const CHAINS = 'chains';

/** `end` is null where nothing follows. */
export interface FoundTrail {
  readonly entries: readonly RecordedEntry[];
  readonly end: TrailPlaces | null;
}

export interface SearchPorts {
  readonly search: TrailSearch;
  /** The secrets that a short key names. That an operator looks is recorded. */
  findSecrets(shortkey: string, operator: CustomerCaller | null): Promise<readonly string[]>;
}

const MOST_AT_ONCE = 1_000;

/**
 * A page of all that was recorded, for colonels. The chains by time and each log in its order are read side by side and merged
 * by time: every one of them continues where it was left, so nothing comes twice or is left out.
 */
export function searchTrailUseCase(ports: SearchPorts) {
  return async ({ question, order, first, after }: TrailPage, caller: Caller): Promise<FoundTrail> => {
    return await readTrail(ports, { question, order, first, after }, operatorOnly(caller));
  };
}

/** The same for whoever has found out that the caller may read it. Of one account the logs of nobody have nothing. */
export async function readTrail(
  ports: SearchPorts,
  { question, order, first, after }: TrailPage,
  operator: CustomerCaller | null,
): Promise<FoundTrail> {
  const conditions = await conditionsOf(question, ports, operator);
  const most = Math.min(Math.max(first, 1), MOST_AT_ONCE);
  if (conditions.targets?.length === 0) return { entries: [], end: null };
  const wanted: Wanted = { conditions, order, most };
  const parts = await readParts(ports, wanted, after ?? {});
  const found = parts.map((part) => part.entries);
  const entries = merged(found, order).slice(0, most);
  const isAll = found.every((part) => part.length < most) && entries.length === found.flat().length;
  return { entries, end: isAll ? null : placesAfter(after ?? {}, parts, new Set(entries), wanted) };
}

/** With the secrets that a short key names. */
export async function conditionsOf(
  { shortkey, ...conditions }: TrailQuestion,
  ports: SearchPorts,
  operator: CustomerCaller | null,
): Promise<TrailConditions> {
  return shortkey === undefined ? conditions : { ...conditions, targets: await ports.findSecrets(shortkey, operator) };
}

/** What follows in one part of the trail. */
interface Part {
  readonly name: string;
  readonly entries: readonly RecordedEntry[];
}

async function readParts({ search }: SearchPorts, wanted: Wanted, after: TrailPlaces): Promise<Part[]> {
  const { eventId } = wanted.conditions;
  const names = [CHAINS, ...(wanted.conditions.account === undefined ? logNames : [])] as const;
  const reading = names.map(async (name): Promise<Part[]> => {
    const place = after[name] ?? null;
    if (place === 'ended') return [];
    const found = name === CHAINS ? search.entries(wanted, place) : search.unowned(name, wanted, place);
    // An owner from before this condition answers with other events too, which would push the one out of the page.
    return [{ name, entries: (await found).filter((entry) => eventId === undefined || entry.eventId === eventId) }];
  });
  return (await Promise.all(reading)).flat();
}

/** The parts keep their own order, also where a log is not in the order of time. */
function merged(parts: readonly (readonly RecordedEntry[])[], order: TrailOrder): RecordedEntry[] {
  const left = parts.map((part) => [...part].reverse());
  const isEarlier = (one: RecordedEntry, other: RecordedEntry) =>
    order === 'newest' ? one.at > other.at : one.at < other.at;
  const entries: RecordedEntry[] = [];
  for (;;) {
    let next: RecordedEntry[] | undefined;
    for (const part of left) {
      const head = part.at(-1);
      const best = next?.at(-1);
      if (head !== undefined && (best === undefined || isEarlier(head, best))) next = part;
    }
    const entry = next?.pop();
    if (entry === undefined) return entries;
    entries.push(entry);
  }
}

/** A part goes on at what was found and waits, so that nobody reads the way to it twice. */
function placesAfter(
  before: TrailPlaces,
  parts: readonly Part[],
  shown: ReadonlySet<RecordedEntry>,
  { conditions, order, most }: Wanted,
): TrailPlaces {
  // A part that is read towards now has an end only if the time has one.
  const canEnd = order === 'newest' || conditions.to !== undefined;
  const moved = parts.flatMap(({ name, entries }): [string, TrailPlace | 'ended'][] => {
    const waiting = entries.find((entry) => !shown.has(entry));
    if (waiting === undefined && entries.length < most && canEnd) return [[name, 'ended']];
    const next = waiting ?? entries.at(-1);
    if (next === undefined) return [];
    const { at, eventId: id, position } = next;
    return [[name, { at, id, position, isShown: waiting === undefined }]];
  });
  return { ...before, ...Object.fromEntries(moved) };
}
