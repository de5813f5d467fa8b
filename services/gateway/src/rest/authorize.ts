import type { Caller } from '@onceover/graphql-kit/caller';
import { notAuthorized } from '../http/api-error.ts';
import type { RestRoute } from './rest-route.ts';

/** Whether a caller may use a row at all; what it may do there is the services' decision. Throws the 403. */
export function authorize(caller: Caller, { auth = 'any', scope }: Pick<RestRoute, 'auth' | 'scope'>): void {
  if (caller.kind === 'anonymous') {
    if (auth !== 'any') throw notAuthorized();
    return;
  }
  const { credential } = caller;
  if (credential.kind !== 'token') return;
  if (auth === 'session') throw notAuthorized();
  if (scope !== undefined && !credential.scopes.includes(scope)) throw notAuthorized();
}
