import type { Caller } from '@onceover/schema/caller';
import type { ActivityAbout } from '@onceover/schema/events/activity-about';
import { logsWhere } from '@onceover/schema/events/catalog';
import type { FeedKind } from '@onceover/schema/events/meaning';
import { deskTenant } from '@onceover/schema/events/tenants';
import { NamedError, NotAuthorizedError } from '@onceover/service-kit/errors';
import { mayFollow, tenantsOf } from '../own-events.ts';
import { cursorOf, placesIn } from './feed-cursor.ts';

/** A numbering, and the entry after which it is read; null: what happened in the last minute. */
export interface FeedPlace {
  readonly feedRef: string;
  readonly log: string;
  readonly after: number | null;
}

export interface FeedEntry {
  readonly seq: number;
  readonly kind: FeedKind;
  readonly secretRef: string | null;
  readonly at: Date;
}

/** What was found at a place, in order: entries after `start` of a numbering that was cut at `cut` and ends at `head`. */
export interface FeedPart extends Omit<FeedPlace, 'after'> {
  readonly start: number;
  readonly cut: number;
  readonly head: number;
  readonly entries: readonly FeedEntry[];
}

export interface FeedPages {
  /** All of the same moment, in the order of the places; at most so many entries of each. */
  read(places: readonly FeedPlace[], most: number): Promise<readonly FeedPart[]>;
}

export interface ShownActivity {
  readonly seq: string;
  readonly at: Date;
  readonly kind: FeedKind;
  readonly about: ActivityAbout | null;
  readonly accountRef: string;
}

export interface ShownActivities {
  readonly items: readonly ShownActivity[];
  readonly head: string;
}

/** What came after a place cannot be told: whoever follows reads everything anew. */
export class ResyncRequired extends NamedError {}

/** The logs whose events are told; each has its place in a cursor. */
export const feedLogs = logsWhere(({ feed }) => feed !== null);
const MOST_AT_ONCE = 200;

/**
 * What happened to what is the caller's, oldest first, after a place or in the last minute. The desk also follows the desk's
 * feed: the account whose address is the configured one, as in the list of what came in.
 *
 * Refuses  NotAuthorizedError for visitors and tokens without the scope `recent`; ResyncRequired for what is no place in
 *          this feed, one of the future, or one whose followers are gone
 * Source   events 8.4
 */
export function showActivityUseCase({ feed, desk }: { readonly feed: FeedPages; readonly desk: string | null }) {
  return async (wanted: { readonly after: string | null; readonly first: number }, caller: Caller) => {
    if (!mayFollow(caller, 'recent')) throw new NotAuthorizedError();
    const { accountRef } = caller;
    const numberings = tenantsOf(caller, desk).flatMap((feedRef) => feedLogs.map((log) => ({ feedRef, log })));
    const seen = wanted.after === null ? [] : placesIn(wanted.after, accountRef, numberings.length);
    if (seen === null) throw new ResyncRequired();
    const most = Math.min(Math.max(wanted.first, 1), MOST_AT_ONCE);
    const places = numberings.map((each, index) => ({ ...each, after: seen[index] ?? null }));
    const parts = await feed.read(places, most);
    if (parts.some(({ start, cut, head }) => start < cut || start > head)) throw new ResyncRequired();
    return pageOf(accountRef, parts, most);
  };
}

/** By time, but each numbering in its own order: each item says how far all of them have been seen with it. */
function pageOf(accountRef: string, parts: readonly FeedPart[], most: number): ShownActivities {
  const read = parts.map(() => 0);
  const places = parts.map(({ start }) => start);
  const items: ShownActivity[] = [];
  while (items.length < most) {
    const [next] = parts
      .flatMap(({ feedRef, entries }, index) => {
        const entry = entries[read[index] ?? 0];
        return entry === undefined ? [] : [{ index, feedRef, entry }];
      })
      .sort((one, other) => one.entry.at.getTime() - other.entry.at.getTime());
    if (next === undefined) break;
    const { index, feedRef, entry } = next;
    read[index] = (read[index] ?? 0) + 1;
    places[index] = entry.seq;
    const { kind, at, secretRef } = entry;
    items.push({ seq: cursorOf(accountRef, places), kind, at, about: aboutOf(feedRef, secretRef), accountRef });
  }
  const heads = parts.map(({ head }) => head);
  return { items, head: cursorOf(accountRef, heads) };
}

function aboutOf(feedRef: string, secretId: string | null): ActivityAbout | null {
  return secretId === null ? null : { kind: feedRef === deskTenant ? 'submission' : 'secret', secretId };
}
