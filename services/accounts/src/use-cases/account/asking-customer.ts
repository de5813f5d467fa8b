import type { Caller, CustomerCaller } from '@onceover/schema/caller';
import { NotAuthorizedError } from '@onceover/service-kit/errors';
import type { AccountRecord } from './account-book.ts';
import type { AccountPorts } from './account-ports.ts';

/** The scope a token needs to stand in for a session. */
export type Scope = 'account' | 'domains';

/** The signed-in customer who asks: by session, or by a token with the scope. Throws `NotAuthorizedError` otherwise. */
export function customerWith(caller: Caller, scope: Scope): CustomerCaller {
  if (caller.kind !== 'customer') throw new NotAuthorizedError();
  const { credential } = caller;
  if (credential.kind === 'token' && !credential.scopes.includes(scope)) throw new NotAuthorizedError();
  return caller;
}

/** A customer at a browser: the account's own security is not changed by token. */
export interface SessionCustomer {
  readonly caller: CustomerCaller;
  readonly account: AccountRecord;
  /** The hash of the session that asks. */
  readonly current: Buffer;
}

/** The customer whose session asks. Throws `NotAuthorizedError` for anybody else, also when the account is gone. */
export async function sessionCustomer({ book }: Pick<AccountPorts, 'book'>, caller: Caller): Promise<SessionCustomer> {
  if (caller.kind !== 'customer' || caller.credential.kind !== 'session') throw new NotAuthorizedError();
  const account = await book.find(caller.accountRef);
  if (account === null) throw new NotAuthorizedError();
  return { caller, account, current: Buffer.from(caller.credential.ref, 'base64url') };
}
