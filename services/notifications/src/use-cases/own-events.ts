import type { Caller, CustomerCaller } from '@onceover/schema/caller';
import { deskTenant } from '@onceover/schema/events/tenants';

/** Whether the caller may follow what happens to what is theirs: by session, or by a token with the scope. */
export function mayFollow(caller: Caller, scope: 'recent' | 'events-read'): caller is CustomerCaller {
  if (caller.kind !== 'customer') return false;
  return caller.credential.kind === 'session' || caller.credential.scopes.includes(scope);
}

/** The tenants whose events are the caller's. `desk`: the address of the support desk, whose account has the desk's too; null: there is none. */
export function tenantsOf({ accountRef, custid }: CustomerCaller, desk: string | null): readonly string[] {
  return desk !== null && custid === desk ? [accountRef, deskTenant] : [accountRef];
}
