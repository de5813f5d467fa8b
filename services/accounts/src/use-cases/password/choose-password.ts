import type { Caller } from '@onceover/schema/caller';
import type { choosePassword } from '@onceover/schema/internal/verification';
import { sha256 } from '@onceover/service-kit/crypto';
import type { z } from 'zod';
import { LinkOver, SignedInAlready } from '../../domain/account/account-errors.ts';
import type { AccountRecord } from '../account/account-book.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import { setProvenPassword } from './reset-password.ts';

type ChoosePasswordInput = Omit<z.output<typeof choosePassword.input>, 'caller'>;

/**
 * Lets whoever proves an address with the emailed link set the password: for people who did not sign up, or do not know the
 * password of that sign-up. What the person who signed up has is worth nothing then. The link works once for this, and not
 * at all once the account is verified.
 *
 * Refuses  secret.gone, secret.verification-while-signed-in, account.password-too-short, -too-long, -too-common, -mismatch
 * Source   security 5.3
 */
export function choosePasswordUseCase(ports: AccountPorts) {
  return async ({ secretKey, password, passwordConfirm }: ChoosePasswordInput, caller: Caller): Promise<void> => {
    const { account, secretId } = await provenBy(ports, secretKey);
    if (caller.kind !== 'anonymous') throw new SignedInAlready();
    await setProvenPassword(ports, account, caller, {
      password,
      passwordConfirm,
      takeKey: (tx) => ports.book.takeVerification(tx, secretId),
      refusal: () => new LinkOver(),
    });
  };
}

async function provenBy(
  { book, clock }: Pick<AccountPorts, 'book' | 'clock'>,
  secretKey: string,
): Promise<{ readonly account: AccountRecord; readonly secretId: string }> {
  const link = await book.findVerificationByKey(sha256(secretKey));
  if (link === null || link.until <= clock.now()) throw new LinkOver();
  const account = await book.find(link.accountRef);
  if (account === null || account.isDisabled || account.isVerified) throw new LinkOver();
  return { account, secretId: link.secretId };
}
