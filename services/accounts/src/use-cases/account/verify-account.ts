import { DuplicateCommand } from '@onceover/event-store';
import { concealVerification } from '@onceover/schema/internal/conceal-verification';
import { requestVerification, verify } from '../../domain/account/account-registration.ts';
import { mailRules } from '../../domain/account/attempt-rules.ts';
import type { AccountRecord } from './account-book.ts';
import { runAccountCommand, systemContext } from './account-command.ts';
import type { AccountPorts } from './account-ports.ts';
import { withEmailAllowance } from './attempt-ledger.ts';

/** Emails another verification link to an account that still needs one; earlier links keep working for their time. */
export async function sendVerification(
  ports: AccountPorts,
  requestId: string,
  account: AccountRecord,
  locale: string,
): Promise<void> {
  if (account.isVerified) return;
  const { accountRef } = account;
  const address = ports.book.emailOf(account);
  await withEmailAllowance(ports, mailRules('resend', address), async () => {
    const { secretId, secretKey, expiresAt } = await ports.ask(concealVerification, { accountRef, requestId });
    const until = new Date(expiresAt);
    const envelope = { template: 'verify-account', address, locale, path: `/secret/${secretKey}` } as const;
    const mail = await ports.mail.seal(accountRef, envelope, until);
    await runAccountCommand(ports, {
      context: systemContext(`resend:${requestId}`, accountRef),
      accountRef,
      decide: (state) => requestVerification({ accountRef, deliveryId: mail.deliveryId }, state),
      write: async (tx) => {
        await ports.book.addVerification(tx, { secretId, accountRef, until });
        await mail.write(tx);
        await ports.pending.done(requestId, tx);
      },
    });
  });
}

/** Records that the account's verification secret was opened. Once, however often it is called. */
export function verifyAccountUseCase(ports: Pick<AccountPorts, 'events' | 'book'>) {
  return async (accountRef: string): Promise<void> => {
    try {
      await runAccountCommand(ports, {
        context: systemContext(`verify:${accountRef}`, accountRef),
        accountRef,
        decide: (state) => verify({ accountRef }, state),
        write: (tx) => ports.book.setVerified(tx, accountRef),
      });
    } catch (error) {
      if (!(error instanceof DuplicateCommand)) throw error;
    }
  };
}
