import type { IncomingHttpHeaders } from 'node:http';
import { type Caller, type CustomerCaller, isColonel } from '@onceover/schema/caller';
import { deskTenant } from '@onceover/schema/events/tenants';
import { checkFormToken } from '../form-token/check-form-token.ts';
import type { FormTokens } from '../form-token/form-token.ts';
import { notAuthorized } from '../graph/graph-errors.ts';
import type { PlaceOwner } from '../limits/socket-places.ts';
import type { Identity } from '../session/identity.ts';

/**
 * Who may open a live stream, and for how long.
 *
 * A socket  Nobody from a page of another site (`isForeign`). Else whoever may ask the graph (`knownGuest`), with a session
 *           cookie only if a form token of that session comes first (`hasFormToken`); so many of one session, and so many of
 *           all visitors of one network (`placeOwnerOf`).
 * A stream  `metadataChanged`: whoever has the key. `secretActivity`: customers, who are signed in (`customerOnly`), each for
 *           their own feed, and the support desk's account for the desk's as well (`feedsOf`). `colonelPulse`: colonels
 *           (`colonelOnly`). At every asking each field of its query decides anew.
 * The end   The session is checked every minute, and at once when its account rings: the socket of somebody else than who
 *           opened it closes (`isSameGuest`), and a stream ends whose caller lost their rights. After an hour all end.
 *
 * The times, and what one socket may do: `live-limits.ts`.
 *
 * Source  security 5.6, 5.8, 6.5; events 8.4; web 8.7
 */

/** Browsers always say which page opens a socket; a program without a page says nothing and has no cookie to misuse. */
export function isForeign({ origin, authorization, cookie }: IncomingHttpHeaders, ours: ReadonlySet<string>): boolean {
  if (origin !== undefined) return !ours.has(origin);
  return authorization === undefined && cookie !== undefined;
}

/** A session cookie opens nothing without a token of that session in the first message; whoever has no cookie needs none. */
export function hasFormToken(
  { kind, session }: Identity,
  params: Readonly<Record<string, unknown>> | undefined,
  tokens: FormTokens,
): boolean {
  if (kind === 'token') return true;
  const { shrimp } = params ?? {};
  const sent = typeof shrimp === 'string' ? shrimp : undefined;
  return !checkFormToken({ session, isStale: kind === 'stale' }, sent, tokens).isRefused;
}

/** How many sockets one session, and all visitors of one network, may have open at once. */
const MOST_SOCKETS = { session: 5, visitors: 20 } as const;

/** Among whose sockets a new one is counted. */
export function placeOwnerOf({ caller, session }: Identity): PlaceOwner {
  return caller.kind === 'anonymous'
    ? { who: `network ${caller.network}`, most: MOST_SOCKETS.visitors }
    : { who: `session ${session ?? caller.credential.ref}`, most: MOST_SOCKETS.session };
}

/** Whether the socket is still that of the person, session and credential that opened it. */
export function isSameGuest(before: Identity, now: Identity): boolean {
  if (before.kind !== now.kind || before.session !== now.session) return false;
  const [was, is] = [before.caller, now.caller];
  if (was.kind === 'anonymous' || is.kind === 'anonymous') return was.kind === is.kind;
  return was.accountRef === is.accountRef;
}

/** The caller as a customer: only they have a feed. Throws `NOT_AUTHORIZED`. */
export function customerOnly(caller: Caller): CustomerCaller {
  if (caller.kind !== 'customer') throw notAuthorized();
  return caller;
}

/** Whose feeds a customer hears: their own, and that of the support desk for its account; `desk` is its address. */
export function feedsOf({ accountRef, custid }: CustomerCaller, desk: string | null): string[] {
  return custid === desk ? [accountRef, deskTenant] : [accountRef];
}

/** Throws `NOT_AUTHORIZED` for everybody but colonels. */
export function colonelOnly(caller: Caller): void {
  if (!isColonel(caller)) throw notAuthorized();
}
