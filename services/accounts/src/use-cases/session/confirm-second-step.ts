import type { Caller } from '@onceover/schema/caller';
import type { confirmSecondStep } from '@onceover/schema/internal/sign-in';
import type { z } from 'zod';
import { SecondStepExpired } from '../../domain/account/account-errors.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import { withCode } from '../two-step/check-code.ts';
import { waitingSession } from './await-second-step.ts';
import { establishSession } from './establish-session.ts';
import type { SignInOutcome } from './sign-in.ts';

/**
 * Finishes a sign-in by code. The waiting session is used up and a session with a new id takes its place; a wrong code
 * leaves it for the next try.
 *
 * Refuses  account.wrong-code, account.second-step-expired, account.too-many-tries
 */
export function confirmSecondStepUseCase(ports: AccountPorts) {
  return async (
    { sessionId, code, deviceMark }: Omit<z.output<typeof confirmSecondStep.input>, 'caller'>,
    caller: Caller,
  ): Promise<Extract<SignInOutcome, { kind: 'signed-in' }>> => {
    const { session: waiting, account } = await waitingSession(ports, sessionId);
    const { accountRef } = account;
    const twoStep = await ports.twoStep.find(accountRef);
    if (twoStep === null || !twoStep.isOn) throw new SecondStepExpired();
    const established = await withCode(ports, { accountRef, twoStep, code }, (use) =>
      establishSession(ports, {
        account,
        method: 'password-and-code',
        wantsRememberMe: waiting.wantsRememberMe,
        userAgentFamily: waiting.userAgentFamily,
        deviceMark,
        caller,
        security: use.security,
        write: async (tx) => {
          if (!(await ports.sessions.removeOne(tx, waiting.idHash))) throw new SecondStepExpired();
          await use.take(tx);
        },
      }),
    );
    return { kind: 'signed-in', ...established, custid: ports.book.emailOf(account), locale: account.locale };
  };
}
