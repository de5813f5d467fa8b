import type { Caller } from '@onceover/graphql-kit/caller';

/**
 * What the cookies of a request amount to.
 *
 * `none`: no session cookie. `stale`: one that is nobody's. `anonymous`: a form-token session of a visitor. `waiting`:
 * passed the password, lacks the second step. `customer`: signed in. `token`: an API token; cookies do not count.
 */
export type IdentityKind = 'none' | 'stale' | 'anonymous' | 'waiting' | 'customer' | 'token';

/** Who asks, and what that means for form tokens. */
export interface Identity {
  readonly kind: IdentityKind;
  readonly caller: Caller;
  /** The session that form tokens are bound to; undefined where there is none that we know. */
  readonly session: string | undefined;
  /** The customer's locale, where they chose one. */
  readonly locale: string | undefined;
}

/** Nobody we know. */
export function visitor(caller: Caller): Identity {
  return { kind: 'none', caller, session: undefined, locale: undefined };
}
