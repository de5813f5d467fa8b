import { TooManyTries } from '../../domain/account/account-errors.ts';
import { confirmationRule } from '../../domain/account/attempt-rules.ts';
import type { AccountRecord } from './account-book.ts';
import type { AccountPorts } from './account-ports.ts';

/**
 * Checks the password of somebody who is signed in; wrong ones are counted, so that a stolen session cannot guess it.
 *
 * Refuses  what `refusal` makes, account.too-many-tries
 */
export async function confirmPassword(
  { attempts, passwords, clock }: Pick<AccountPorts, 'attempts' | 'passwords' | 'clock'>,
  { accountRef, password: stored }: AccountRecord,
  password: string,
  refusal: () => Error,
): Promise<void> {
  const rules = [confirmationRule(accountRef)];
  const wait = await attempts.reserve(rules, clock.now());
  if (wait > 0) throw new TooManyTries(wait);
  const isRight = await passwords.verify(password, stored).catch(async (error: unknown) => {
    await attempts.giveBack(rules);
    throw error;
  });
  if (!isRight) throw refusal();
  await attempts.clear(rules);
}
