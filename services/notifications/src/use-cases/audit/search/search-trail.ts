import type { Position } from '@onceover/event-store';
import { type Caller, type CustomerCaller, operatorOnly } from '@onceover/graphql-kit/caller';
import type { SearchedEntry } from './searched-entry.ts';
import type { EntryPlace, TrailConditions, TrailOrder, TrailSearch, Wanted } from './trail-search.ts';

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

/** How far each part of the trail has been read; what is missing has not begun. */
export interface TrailPlaces {
  readonly entries?: EntryPlace;
  readonly logs?: Readonly<Record<string, Position>>;
  /** Logs that have nothing more: to look for it again would be to read each of them to its end for every page. */
  readonly ended?: readonly string[];
}

/** `end` is null where nothing follows. */
export interface FoundTrail {
  readonly entries: readonly SearchedEntry[];
  readonly end: TrailPlaces | null;
}

export interface SearchPorts {
  readonly search: TrailSearch;
  readonly logs: readonly string[];
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
  const ended = after?.ended ?? [];
  const logs = conditions.account === undefined ? ports.logs.filter((log) => !ended.includes(log)) : [];
  const parts = await partsOf({ ...ports, logs }, { conditions, order, most }, after ?? {});
  const entries = merged(parts, order).slice(0, most);
  const isAll = parts.every((part) => part.length < most) && entries.length === parts.flat().length;
  if (isAll) return { entries, end: null };
  // A log that is read towards now has an end only if the time has one.
  const canEnd = order === 'newest' || conditions.to !== undefined;
  const endedNow = canEnd ? logs.filter((_log, index) => isUsedUp(parts[index + 1] ?? [], entries, most)) : [];
  const places = placesAfter(after ?? {}, entries);
  return { entries, end: { ...places, ended: [...ended, ...endedNow] } };
}

/** The first part is that of the chains, the others those of the logs. */
function isUsedUp(part: readonly SearchedEntry[], shown: readonly SearchedEntry[], most: number): boolean {
  return part.length < most && part.every((entry) => shown.includes(entry));
}

/** With the secrets that a short key names. */
export async function conditionsOf(
  { shortkey, ...conditions }: TrailQuestion,
  ports: SearchPorts,
  operator: CustomerCaller | null,
): Promise<TrailConditions> {
  return shortkey === undefined ? conditions : { ...conditions, targets: await ports.findSecrets(shortkey, operator) };
}

async function partsOf({ search, logs }: SearchPorts, wanted: Wanted, after: TrailPlaces) {
  const unowned = logs.map((log) => search.unowned(log, wanted, after.logs?.[log] ?? null));
  return await Promise.all([search.entries(wanted, after.entries ?? null), ...unowned]);
}

/** The parts keep their own order, also where a log is not in the order of time. */
function merged(parts: readonly (readonly SearchedEntry[])[], order: TrailOrder): SearchedEntry[] {
  const left = parts.map((part) => [...part].reverse());
  const isEarlier = (one: SearchedEntry, other: SearchedEntry) =>
    order === 'newest' ? one.at > other.at : one.at < other.at;
  const entries: SearchedEntry[] = [];
  for (;;) {
    let next: SearchedEntry[] | undefined;
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

function placesAfter(before: TrailPlaces, shown: readonly SearchedEntry[]): TrailPlaces {
  const logs: Record<string, Position> = { ...before.logs };
  let { entries } = before;
  for (const { account, log, position, at, id } of shown) {
    if (account === null) logs[log] = position as Position;
    else entries = { at, id };
  }
  return { ...(entries === undefined ? {} : { entries }), logs };
}
