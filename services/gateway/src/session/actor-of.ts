import type { Actor } from '../limits/request-limits.ts';
import type { Identity } from './identity.ts';

/**
 * Who is acting, once the caller is known. The network is left out: it was counted before the caller was looked up, so
 * that the look-up itself is limited too.
 */
export function actorOf({ caller, kind, session }: Identity): Actor {
  if (caller.kind === 'anonymous') return { visitors: caller.network, session };
  // A session belongs to one customer; its counter would only repeat the account's.
  return { account: caller.accountRef, session: kind === 'customer' ? session : undefined };
}
