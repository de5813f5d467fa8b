import type { Identity } from '../session/identity.ts';
import type { Actor } from './request-limits.ts';

/**
 * Who acts, once the caller is known. The network itself is counted before that, so that looking a caller up is covered
 * by it; hence it is left out here.
 */
export function actorOf({ caller, kind, session }: Identity): Actor {
  if (caller.kind === 'anonymous') return { visitors: caller.network, session };
  // A session is one customer's; its counter would only repeat the account's.
  return { account: caller.accountRef, session: kind === 'customer' ? session : undefined };
}
