import { parseEmailAddress } from '@onceover/schema/email-address';
import { newId } from '@onceover/service-kit/ids';
import { InvalidEmail } from '../../domain/account/account-errors.ts';
import type { AccountPorts } from '../ports.ts';
import { mailLocaleFrom } from './mail-locale.ts';

/**
 * Asks for the verification mail again, or for a reset link. The same answer after the same work for every address;
 * what there is to say is mailed by the worker.
 *
 * Refuses  account.invalid-email
 * Source   security 5.3
 */
export function requestByMailUseCase(ports: Pick<AccountPorts, 'pending' | 'clock'>, kind: 'resend' | 'reset') {
  return async (input: { readonly email: string; readonly locale: string }): Promise<void> => {
    const email = parseEmailAddress(input.email);
    if (email === null) throw new InvalidEmail();
    await ports.pending.put(newId(), { kind, email, locale: mailLocaleFrom(input.locale) }, ports.clock.now());
  };
}
