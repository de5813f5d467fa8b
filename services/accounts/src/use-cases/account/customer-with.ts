import type { Caller, CustomerCaller } from '@onceover/graphql-kit/caller';
import { NotAuthorizedError } from '@onceover/service-kit/errors';

/** What a token must be good for to stand in for a session. */
export type Scope = 'account' | 'domains';

/** The signed-in customer who asks: by session, or by a token with the scope. Throws `NotAuthorizedError` otherwise. */
export function customerWith(caller: Caller, scope: Scope): CustomerCaller {
  if (caller.kind !== 'customer') throw new NotAuthorizedError();
  const { credential } = caller;
  if (credential.kind === 'token' && !credential.scopes.includes(scope)) throw new NotAuthorizedError();
  return caller;
}
