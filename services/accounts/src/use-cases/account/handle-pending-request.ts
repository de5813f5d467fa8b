import { DuplicateCommand } from '@onceover/event-store';
import { DomainError } from '@onceover/service-kit/errors';
import { sendResetLink } from '../password/send-reset-link.ts';
import type { AccountPorts } from '../ports.ts';
import { registerAccount, repeatSignUp } from './register-account.ts';
import { sendVerification } from './send-verification.ts';

/**
 * Does what a sign-up, resend or reset asked for after its door has answered. Everything it commits is one transaction
 * under the request's name, with the request's own row deleted in it; so it may stop at any moment and run again.
 */
export function handlePendingRequestUseCase(ports: AccountPorts) {
  return async (requestId: string): Promise<void> => {
    const request = await ports.pending.find(requestId);
    if (request === null) return;
    try {
      const account = await ports.book.findByEmail(request.email);
      if (request.kind === 'sign-up' && account === null) await registerAccount(ports, requestId, request);
      else if (account === null || account.isDisabled) await ports.pending.done(requestId);
      else if (request.kind === 'sign-up') await repeatSignUp(ports, requestId, account);
      else if (request.kind === 'resend') await sendVerification(ports, requestId, account, request.locale);
      else await sendResetLink(ports, requestId, account);
    } catch (error) {
      if (!(error instanceof DuplicateCommand || isTooLate(error))) throw error;
    }
    await ports.pending.done(requestId);
  };
}

/** The secret for its link was made more than a day ago and has ended: whoever asked has to ask again. */
function isTooLate(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'secret.idempotency-expired';
}
