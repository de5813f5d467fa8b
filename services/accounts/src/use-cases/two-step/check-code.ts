import { newId } from '@onceover/service-kit/ids';
import { TooManyTries, WrongCode } from '../../domain/account/account-errors.ts';
import { codeRule } from '../../domain/account/attempt-rules.ts';
import { type SecurityEvent, securityEvent } from '../../domain/session/security-events.ts';
import { runAccountCommand, systemContext, type Tx } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import type { TwoStepRecord } from '../account/two-step-book.ts';

/** A code and the commit that it is good for. */
export interface CodeUse {
  /** What that commit records of the code. */
  readonly security: readonly SecurityEvent[];
  /** Uses the code up; throws `WrongCode` when it was used before. */
  take(tx: Tx): Promise<void>;
}

/**
 * Runs `work` if the code is right: six digits of the app, each step once, or one of the recovery codes. Tries are
 * counted before the check; at most five wrong ones in 15 minutes.
 *
 * Refuses  account.wrong-code, account.too-many-tries
 * Source   security 5.2
 */
export async function withCode<R>(
  ports: AccountPorts,
  { accountRef, twoStep, code }: { accountRef: string; twoStep: TwoStepRecord; code: string },
  work: (use: CodeUse) => Promise<R>,
): Promise<R> {
  const rules = [codeRule(accountRef)];
  const wait = await ports.attempts.reserve(rules, ports.clock.now());
  if (wait > 0) throw new TooManyTries(wait);
  try {
    const result = await work(useOf(ports, accountRef, twoStep, code));
    await ports.attempts.clear(rules);
    return result;
  } catch (error) {
    if (error instanceof WrongCode) await reportWrongCode(ports, accountRef);
    else await ports.attempts.giveBack(rules);
    throw error;
  }
}

function useOf(ports: AccountPorts, accountRef: string, { seed }: TwoStepRecord, code: string): CodeUse {
  const plain = code.replace(/[\s-]/g, '').toUpperCase();
  if (/^\d{6}$/.test(plain)) {
    const step = ports.codes.stepOf(seed, plain, ports.clock.now());
    if (step === null) throw new WrongCode();
    return {
      security: [],
      take: async (tx) => {
        if (!(await ports.twoStep.takeStep(tx, accountRef, step))) throw new WrongCode();
      },
    };
  }
  return {
    security: [securityEvent('security.recovery_code_used', { accountRef })],
    take: async (tx) => {
      if (!(await ports.twoStep.takeRecoveryCode(tx, accountRef, plain))) throw new WrongCode();
    },
  };
}

async function reportWrongCode(ports: AccountPorts, accountRef: string): Promise<void> {
  const windowStart = ports.clock.now().toISOString();
  await runAccountCommand(ports, {
    context: systemContext(`wrong-code:${newId()}`, accountRef),
    security: [securityEvent('security.sign_in_failed', { accountRef, count: 1, windowStart, reasonCode: 'code' })],
  });
}
