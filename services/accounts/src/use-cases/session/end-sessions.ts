import type { Caller, CustomerCaller } from '@onceover/graphql-kit/caller';
import { ownerContext, runAccountCommand } from '../account/account-command.ts';
import { customerWith } from '../account/customer-with.ts';
import type { AccountPorts, WhichSessions } from '../ports.ts';
import { revokedIfAny } from './establish-session.ts';

/** Ends sessions of the caller, with what remembers their browsers; gives how many. Others' are not found. */
export function endSessionsUseCase(ports: Pick<AccountPorts, 'events' | 'sessions'>) {
  async function end(caller: CustomerCaller, which: WhichSessions): Promise<number> {
    const { accountRef } = caller;
    const count = await ports.sessions.count(accountRef, which);
    await runAccountCommand(ports, {
      context: ownerContext(caller, accountRef),
      accountRef,
      security: revokedIfAny(count, accountRef, 'by-owner'),
      write: (tx) => ports.sessions.remove(tx, accountRef, which),
    });
    return count;
  }
  return {
    endSession: async (ref: string, caller: Caller): Promise<number> =>
      await end(customerWith(caller, 'account'), { kind: 'one', idHash: Buffer.from(ref, 'base64url') }),
    /** By token: all of them, as there is no "this one". */
    endOtherSessions: async (caller: Caller): Promise<number> => {
      const customer = customerWith(caller, 'account');
      const { credential } = customer;
      if (credential.kind === 'token') return await end(customer, { kind: 'all' });
      return await end(customer, { kind: 'all-but', idHash: Buffer.from(credential.ref, 'base64url') });
    },
  };
}
