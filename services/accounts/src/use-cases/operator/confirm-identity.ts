import type { Caller } from '@onceover/schema/caller';
import { operatorOnly, proofEnds } from '@onceover/schema/colonel-proof';
import { NotAuthorizedError } from '@onceover/service-kit/errors';
import { WrongPassword } from '../../domain/account/account-errors.ts';
import { ownerContext, runAccountCommand } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import { sessionCustomer } from '../account/asking-customer.ts';
import { confirmPassword } from '../account/confirm-password.ts';
import { withCode } from '../two-step/check-code.ts';

/**
 * Proves a colonel's password and second factor once more, for the session that asks. Wrong ones are counted as in the
 * account's own settings: five in 15 minutes. Returns until when changes are accepted.
 *
 * Refuses  account.wrong-password, account.wrong-code, account.too-many-tries
 * Source   security 5.1
 */
export function confirmIdentityUseCase(ports: AccountPorts) {
  return async ({ password, code }: { password: string; code: string }, caller: Caller): Promise<Date> => {
    operatorOnly(caller);
    const { account, current } = await sessionCustomer(ports, caller);
    const { accountRef } = account;
    const twoStep = await ports.twoStep.find(accountRef);
    if (twoStep === null || !twoStep.isOn) throw new NotAuthorizedError();
    await confirmPassword(ports, account, password, () => new WrongPassword());
    const at = ports.clock.now();
    await withCode(ports, { accountRef, twoStep, code }, (use) =>
      runAccountCommand(ports, {
        context: ownerContext(caller, accountRef),
        security: use.security,
        write: async (tx) => {
          await use.take(tx);
          await ports.sessions.setProven(tx, current, at);
        },
      }),
    );
    return proofEnds(at);
  };
}
