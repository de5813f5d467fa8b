import { sha256 } from '@onceover/service-kit/crypto';
import { mailRules } from '../../domain/account/attempt-rules.ts';
import { requestReset } from '../../domain/account/decisions.ts';
import { runAccountCommand, systemContext } from '../account/account-command.ts';
import { withMailAllowance } from '../account/with-mail-allowance.ts';
import type { AccountPorts, AccountRecord } from '../ports.ts';

const keyBytes = 32;
const lifetimeSeconds = 1800;

/**
 * Mails a key to set a new password with. One per account: the newest; only its hash is stored, and it is bound to the
 * password it replaces.
 *
 * Source  security 5.3
 */
export async function sendResetLink(ports: AccountPorts, requestId: string, account: AccountRecord): Promise<void> {
  const { accountRef, mailLocale, passwordVersion } = account;
  const address = ports.book.emailOf(account);
  await withMailAllowance(ports, mailRules('reset', address), async () => {
    const key = ports.randomBytes(keyBytes).toString('base64url');
    const until = new Date(ports.clock.now().getTime() + lifetimeSeconds * 1000);
    const envelope = { template: 'password-reset', address, locale: mailLocale, path: `/forgot/${key}` } as const;
    const mail = await ports.mail.seal(accountRef, envelope, until);
    await runAccountCommand(ports, {
      context: systemContext(`reset:${requestId}`, accountRef),
      accountRef,
      decide: (state) => requestReset({ accountRef, deliveryId: mail.deliveryId }, state),
      write: async (tx) => {
        await ports.book.putResetKey(tx, { accountRef, keyHash: sha256(key), passwordVersion, until });
        await mail.write(tx);
        await ports.pending.done(requestId, tx);
      },
    });
  });
}
