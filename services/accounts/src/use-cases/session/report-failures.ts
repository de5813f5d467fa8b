import { newId } from '@onceover/service-kit/ids';
import { streakThatNeedsReset } from '../../domain/account/attempt-rules.ts';
import { securityEvent } from '../../domain/session/security-events.ts';
import { nameOf, runAccountCommand, systemContext } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import type { FailureReport } from '../account/sign-in-failures.ts';

const atOnce = 500;

/**
 * Records failed sign-ins of accounts, some time after they happened: at sign-in a failure writes the same for every
 * address. After a hundred in a row the owner is sent a reset link. Returns how many accounts were reported.
 *
 * Source  security 5.4
 */
export function reportFailuresUseCase(ports: AccountPorts) {
  return async (): Promise<number> => {
    const reports = await ports.failures.listUnreported(atOnce);
    for (const report of reports) await record(ports, report);
    return reports.length;
  };
}

async function record(ports: AccountPorts, report: FailureReport): Promise<void> {
  const { account, count, windowStart, isResetSent } = report;
  const { accountRef, mailLocale } = account;
  const isLocked = account.failureStreak >= streakThatNeedsReset;
  if (isLocked && !isResetSent) {
    const request = { kind: 'reset', email: ports.book.emailOf(account), locale: mailLocale } as const;
    await ports.pending.put(nameOf('reset', newId()), request, ports.clock.now());
  }
  const failed = {
    count,
    windowStart: windowStart.toISOString(),
    reasonCode: isLocked ? 'locked' : 'password',
  } as const;
  await runAccountCommand(ports, {
    context: systemContext(`failures:${accountRef}:${windowStart.getTime()}:${count}:${newId()}`, accountRef),
    security: [securityEvent('security.sign_in_failed', { accountRef, ...failed })],
    write: (tx) => ports.failures.setReported(tx, report, isLocked),
  });
}
