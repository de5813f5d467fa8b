import type { Caller } from '@onceover/schema/caller';

/**
 * What the credentials of a request turned out to be.
 *
 * `none`: no session cookie. `stale`: one that is not valid. `anonymous`: a visitor's, for form tokens. `waiting`: has passed
 * the password and still needs the second step. `customer`: signed in. `token`: an API token; cookies are ignored.
 */
export type IdentityKind = 'none' | 'stale' | 'anonymous' | 'waiting' | 'customer' | 'token';

/** Who is asking, and which session form tokens are bound to. */
export interface Identity {
  readonly kind: IdentityKind;
  readonly caller: Caller;
  /** The session that form tokens are bound to; undefined if there is no known session. */
  readonly session: string | undefined;
  /** The locale the customer chose, if any. */
  readonly locale: string | undefined;
}

/** Someone who is not signed in. */
export function visitor(caller: Caller): Identity {
  return { kind: 'none', caller, session: undefined, locale: undefined };
}
