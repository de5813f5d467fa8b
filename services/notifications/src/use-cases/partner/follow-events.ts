import type { Caller } from '@onceover/schema/caller';
import { type CloudEvent, cloudEventOf, type KeptEvent } from '@onceover/schema/events/cloud-event';
import { partnerEvents } from '@onceover/schema/events/partner-view';
import type { RefusalCode } from '@onceover/schema/refusals';
import { NotAuthorizedError, refusal } from '@onceover/service-kit/errors';
import { mayFollow, tenantsOf } from '../own-events.ts';

/** Not a position of this account's events, or one that no event has yet. */
export class UnknownPosition extends refusal<RefusalCode>('events.unknown-position') {}
/** Events after this position are not there: they were cut after 30 days, or not kept because nobody asked for as long. */
export class ForgottenPosition extends refusal<RefusalCode>('events.forgotten-position') {}
export class UnknownEventType extends refusal<RefusalCode>('events.unknown-type') {}

export interface WantedEvents {
  /** The position seen last; null: from the oldest event that is kept. */
  readonly after: string | null;
  /** At most so many; a number outside 1 to 200 is moved to the nearest. */
  readonly first: number;
  /** CloudEvents types; null: all. */
  readonly types: readonly string[] | null;
}

export interface EventsPage {
  readonly events: readonly CloudEvent[];
  /** The position with which to go on, also where nothing was found. */
  readonly next: string;
  /** Whether more is there already. */
  readonly hasMore: boolean;
}

/** Whose events a partner gets, and from where on. */
export interface PartnerPlace {
  readonly partnerRef: string;
  readonly tenants: readonly string[];
  readonly after: number | null;
  /** As in the catalogue; null: all. */
  readonly types: readonly string[] | null;
}

/** What is kept of a partner, of one moment. */
export interface KeptPage {
  /** Whether it is noted for today and for these tenants that the partner asks. */
  readonly isNoted: boolean;
  /** Of the newest event, and of the newest one that was cut. */
  readonly position: number;
  readonly cut: number;
  /** In order; at most so many as were asked for. */
  readonly events: readonly KeptEvent[];
}

export interface PartnerEvents {
  /** Notes that the account asks, from now on if it is the first time, and for whose events. */
  follow(partnerRef: string, tenants: readonly string[]): Promise<void>;
  read(place: PartnerPlace, most: number): Promise<KeptPage>;
}

export interface PartnerPorts {
  readonly partnerEvents: PartnerEvents;
  /** The address of the support desk; null: there is none. */
  readonly desk: string | null;
  siteOrigin(): string;
}

const MOST_AT_ONCE = 200;
const catalogTypeOf = new Map(partnerEvents.map(({ type, row }) => [type, row.type]));

/**
 * What happened to what is the caller's, for programs, oldest first. They are kept from the first question on, for 30 days; an account that
 * has not asked for 30 days has to begin anew, and is told so. The desk also gets what is sent to it: the account whose address is the configured one.
 *
 * Refuses  events.unknown-position, events.forgotten-position, events.unknown-type; NotAuthorizedError for visitors and tokens without
 *          the scope `events-read`
 * Source   events 9
 */
export function followEventsUseCase({ partnerEvents: kept, desk, siteOrigin }: PartnerPorts) {
  return async ({ after, first, types }: WantedEvents, caller: Caller): Promise<EventsPage> => {
    if (!mayFollow(caller, 'events-read')) throw new NotAuthorizedError();
    const { accountRef: partnerRef } = caller;
    const place = {
      partnerRef,
      tenants: tenantsOf(caller, desk),
      after: positionIn(after),
      types: catalogTypes(types),
    };
    const most = Math.min(Math.max(first, 1), MOST_AT_ONCE);
    const { position, cut, events } = await readNoted(kept, place, most + 1);
    if (place.after !== null && place.after > position) throw new UnknownPosition();
    if (place.after !== null && place.after < cut) throw new ForgottenPosition();
    const shown = events.slice(0, most);
    const hasMore = events.length > most;
    const next = hasMore ? (shown.at(-1)?.position ?? position) : position;
    const origin = siteOrigin();
    return { events: shown.map((event) => cloudEventOf(event, origin)), next: String(next), hasMore };
  };
}

/** Asking again and again writes nothing but on the first time of a day. */
async function readNoted(kept: PartnerEvents, place: PartnerPlace, most: number): Promise<KeptPage> {
  const page = await kept.read(place, most);
  if (page.isNoted) return page;
  await kept.follow(place.partnerRef, place.tenants);
  return await kept.read(place, most);
}

/** Throws `UnknownPosition` for what is no number of a position. */
export function positionIn(after: string | null): number | null {
  if (after === null) return null;
  if (!/^\d{1,15}$/.test(after)) throw new UnknownPosition();
  return Number(after);
}

/** Types as in the catalogue. Throws `UnknownEventType` for one that partners do not get. */
export function catalogTypes(types: readonly string[] | null): readonly string[] | null {
  if (types === null) return null;
  return types.map((type) => {
    const known = catalogTypeOf.get(type);
    if (known === undefined) throw new UnknownEventType();
    return known;
  });
}
