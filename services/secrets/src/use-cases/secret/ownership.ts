import type { Caller, CustomerCaller } from '@onceover/schema/caller';
import { NotAuthorizedError } from '@onceover/service-kit/errors';

/** What an API token may be good for here; a session is good for all of it. */
export type TokenScope = 'secrets-write' | 'secrets-read-meta' | 'recent';

/** Whether the caller created what this account owns. */
export function isOwnedBy(caller: Caller, ownerRef: string | null): boolean {
  return caller.kind === 'customer' && caller.accountRef === ownerRef;
}

/** Signed in by session, or with a token that has the scope. */
export function isSignedInFor(caller: Caller, scope: TokenScope): caller is CustomerCaller {
  if (caller.kind !== 'customer') return false;
  return caller.credential.kind === 'session' || caller.credential.scopes.includes(scope);
}

/** Refuses tokens without the scope; visitors and sessions pass. */
export function refuseScopelessToken(caller: Caller, scope: TokenScope): void {
  if (caller.kind === 'customer' && !isSignedInFor(caller, scope)) throw new NotAuthorizedError();
}
