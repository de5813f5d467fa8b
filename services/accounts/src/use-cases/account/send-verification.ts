import { concealVerification } from '@onceover/schema/internal/conceal-verification';
import { mailRules } from '../../domain/account/attempt-rules.ts';
import { requestVerification } from '../../domain/account/decisions.ts';
import type { AccountPorts, AccountRecord } from '../ports.ts';
import { runAccountCommand, systemContext } from './account-command.ts';
import { withMailAllowance } from './with-mail-allowance.ts';

/** Mails a further verification link to an account that still needs one; the earlier ones stay good for their time. */
export async function sendVerification(
  ports: AccountPorts,
  requestId: string,
  account: AccountRecord,
  locale: string,
): Promise<void> {
  if (account.isVerified) return;
  const { accountRef } = account;
  const address = ports.book.emailOf(account);
  await withMailAllowance(ports, mailRules('resend', address), async () => {
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
