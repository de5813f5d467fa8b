import { parseEmailAddress } from '@onceover/schema/email-address';
import type { signUp } from '@onceover/schema/internal/sign-up';
import { planIds } from '@onceover/schema/plans';
import { sha256 } from '@onceover/service-kit/crypto';
import { newId } from '@onceover/service-kit/ids';
import type { z } from 'zod';
import { InvalidEmail, SignUpDisabled } from '../../domain/account/account-errors.ts';
import { checkPassword } from '../../domain/account/password-rules.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import { emailLocaleFrom } from '../account/pending-request.ts';

const markBytes = 32;

/**
 * Accepts a sign-up and answers before checking whether the address has an account: the rest is the
 * worker's (see `handlePendingRequestUseCase`), so every address gets the same answer after the same work. The
 * mark is for the browser that signed up: with it the emailed link needs no password.
 *
 * Refuses  account.sign-up-disabled, .invalid-email, .password-too-short, -too-long, -too-common, -mismatch
 * Source   security 5.3
 */
export function signUpUseCase(ports: AccountPorts) {
  return async (input: z.output<typeof signUp.input>): Promise<{ readonly mark: string }> => {
    if (!ports.hasSignUp) throw new SignUpDisabled();
    const email = parseEmailAddress(input.email);
    if (email === null) throw new InvalidEmail();
    checkPassword(input.password, input.passwordConfirm, email, ports.passwordRules);
    const mark = ports.randomBytes(markBytes).toString('base64url');
    const { salt, digest } = await ports.passwords.hash(input.password);
    const at = ports.clock.now();
    const request = {
      kind: 'sign-up',
      accountRef: newId(),
      email,
      locale: emailLocaleFrom(input.locale),
      planId: planFrom(input.planCode, ports.signUpPlans),
      salt: salt.toString('base64'),
      digest: digest.toString('base64'),
      markHash: sha256(mark).toString('base64'),
      at: at.toISOString(),
    } as const;
    await ports.pending.put(newId(), request, at);
    ports.failpoint('sign-up.stored');
    return { mark };
  };
}

/** A plan that sign-up does not grant is for operators to grant; until then the account is a free one. */
function planFrom(code: string | null, granted: readonly string[]) {
  return planIds.find((id) => id === code && granted.includes(id)) ?? 'basic';
}
