import { newId } from '@onceover/service-kit/ids';
import { revokedIfAny, securityEvent } from '../../domain/session/security-events.ts';
import type { AccountRecord } from '../account/account-book.ts';
import { type Operator, operatorContext, runAccountCommand } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';

const all = { kind: 'all' } as const;

/**
 * Turns two-step sign-in off for somebody who lost the app and every recovery code; an operator's command. Every session
 * ends, and the owner is told by email: the worker sends it, as this command runs without the other services. Returns
 * false when it was off.
 *
 * Source  security 5.3
 */
export function removeTwoStepUseCase(ports: AccountPorts) {
  return async (account: AccountRecord, by: Operator, reasonCode: string): Promise<boolean> => {
    if (!account.isTwoStepOn) return false;
    const { accountRef, mailLocale } = account;
    const sessions = await ports.sessions.count(accountRef, all);
    const request = { kind: 'two-step-removed', email: ports.book.emailOf(account), locale: mailLocale } as const;
    return await runAccountCommand(ports, {
      context: operatorContext(by, accountRef),
      operator: { by, action: 'two_step_removed', reasonCode },
      security: [
        securityEvent('security.totp_changed', { accountRef, enabled: false }),
        ...revokedIfAny(sessions, accountRef, 'operator'),
      ],
      write: async (tx) => {
        await ports.twoStep.disable(tx, accountRef);
        await ports.sessions.remove(tx, accountRef, all);
        await ports.pending.put(newId(), request, ports.clock.now(), tx);
      },
    });
  };
}
