import type { Caller } from '@onceover/schema/caller';
import type { resetPassword as resetPasswordCall } from '@onceover/schema/internal/password';
import { sha256 } from '@onceover/service-kit/crypto';
import type { z } from 'zod';
import { requestReset, resetPassword } from '../../domain/account/account-changes.ts';
import { BadResetKey } from '../../domain/account/account-errors.ts';
import { mailRules } from '../../domain/account/attempt-rules.ts';
import { checkPassword } from '../../domain/account/password-rules.ts';
import { revokedIfAny } from '../../domain/session/security-events.ts';
import type { AccountRecord } from '../account/account-book.ts';
import { ownerContext, runAccountCommand, systemContext, type Tx } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import { withEmailAllowance } from '../account/attempt-ledger.ts';
import { sealNotice } from '../account/mailroom.ts';

const all = { kind: 'all' } as const;
const keyBytes = 32;
const lifetimeSeconds = 1800;

/**
 * Emails a key to set a new password with. One per account, the newest. Only its hash is stored, and it is bound to the
 * password it replaces.
 *
 * Source  security 5.3
 */
export async function sendResetLink(ports: AccountPorts, requestId: string, account: AccountRecord): Promise<void> {
  const { accountRef, mailLocale, passwordVersion } = account;
  const address = ports.book.emailOf(account);
  await withEmailAllowance(ports, mailRules('reset', address), async () => {
    const key = ports.randomBytes(keyBytes).toString('base64url');
    const until = new Date(ports.clock.now().getTime() + lifetimeSeconds * 1000);
    const envelope = { template: 'password-reset', address, locale: mailLocale, path: `/forgot/${key}` } as const;
    const mail = await ports.mail.seal(accountRef, envelope, until);
    await runAccountCommand(ports, {
      context: systemContext(`reset:${requestId}`, accountRef),
      decide: (state) => requestReset({ accountRef, deliveryId: mail.deliveryId }, state),
      write: async (tx) => {
        await ports.book.putResetKey(tx, { accountRef, keyHash: sha256(key), passwordVersion, until });
        await mail.write(tx);
        await ports.pending.done(requestId, tx);
      },
    });
  });
}

type ResetPasswordInput = Omit<z.output<typeof resetPasswordCall.input>, 'caller'>;

/**
 * Sets a new password by an emailed key, once. Ends every session, API token and passkey, signs nobody in; two-step sign-in stays on.
 * The key proves the address, so it verifies the account, too.
 *
 * Refuses  account.bad-reset-key, .password-too-short, -too-long, -too-common, -mismatch
 * Source   security 5.3
 */
export function resetPasswordUseCase(ports: AccountPorts) {
  return async ({ resetKey, password, passwordConfirm }: ResetPasswordInput, caller: Caller): Promise<void> => {
    const keyHash = sha256(resetKey);
    const account = await accountOf(ports, keyHash);
    await setProvenPassword(ports, account, caller, {
      password,
      passwordConfirm,
      takeKey: (tx) => ports.book.takeResetKey(tx, keyHash),
      refusal: () => new BadResetKey(),
    });
  };
}

/** A password chosen by somebody who proved the address with an emailed key. */
export interface ProvenPassword {
  readonly password: string;
  readonly passwordConfirm: string;
  /** Uses the key up; false when it was used or is over by now. */
  takeKey(tx: Tx): Promise<boolean>;
  /** What is thrown then, and when another password was set meanwhile. */
  refusal(): Error;
}

/** The address is proven, so nothing that was there before is trusted: sessions, remembered browsers, API tokens and passkeys end. */
export async function setProvenPassword(
  ports: AccountPorts,
  account: AccountRecord,
  caller: Caller,
  { password, passwordConfirm, takeKey, refusal }: ProvenPassword,
): Promise<void> {
  checkPassword(password, passwordConfirm, ports.book.emailOf(account), ports.passwordRules);
  const stored = await ports.passwords.hash(password);
  const notice = await sealNotice(ports, account, { template: 'password-changed', hasEndedTokens: true });
  const { accountRef, passwordVersion } = account;
  const sessions = await ports.sessions.count(accountRef, all);
  await runAccountCommand(ports, {
    context: ownerContext(caller, accountRef),
    decide: (state) => resetPassword({ accountRef, deliveryId: notice.deliveryId }, state),
    security: revokedIfAny(sessions, accountRef, 'password'),
    write: async (tx) => {
      if (!(await takeKey(tx))) throw refusal();
      if (!(await ports.book.setPassword(tx, accountRef, passwordVersion, stored))) throw refusal();
      if (!account.isVerified) await ports.book.setVerified(tx, accountRef);
      await ports.sessions.remove(tx, accountRef, all);
      await ports.book.revokeTokens(tx, accountRef);
      await ports.passkeys.removeAll(tx, accountRef);
      await ports.failures.clear(tx, account);
      await notice.write(tx);
    },
  });
}

async function accountOf({ book, clock }: AccountPorts, keyHash: Buffer): Promise<AccountRecord> {
  const found = await book.findResetKey(keyHash);
  if (found === null || found.until <= clock.now()) throw new BadResetKey();
  const account = await book.find(found.accountRef);
  if (account === null || account.isDisabled) throw new BadResetKey();
  if (account.passwordVersion !== found.passwordVersion) throw new BadResetKey();
  return account;
}
