import type { Caller } from '@onceover/graphql-kit/caller';
import { PasswordRequired, WrongPasswordConfirmation } from '../../domain/account/account-errors.ts';
import { confirmPassword } from '../password/confirm-password.ts';
import type { AccountPorts } from '../ports.ts';
import { ownerContext } from './account-command.ts';
import { eraseAccount } from './erase-account.ts';
import { sessionCustomer } from './session-customer.ts';

/**
 * Closes the caller's account for ever.
 *
 * Refuses  account.password-required, .wrong-password-confirmation, .too-many-tries
 * Source   REST contract 7
 */
export function deleteAccountUseCase(ports: AccountPorts) {
  return async (password: string, caller: Caller): Promise<void> => {
    const { account } = await sessionCustomer(ports, caller);
    if (password === '') throw new PasswordRequired();
    await confirmPassword(ports, account, password, () => new WrongPasswordConfirmation());
    await eraseAccount(ports, account, ownerContext(caller, account.accountRef));
  };
}
