import { DuplicateCommand } from '@onceover/event-store';
import { concealVerification } from '@onceover/schema/internal/conceal-verification';
import type { checkVerification } from '@onceover/schema/internal/verification';
import { isEqual, sha256 } from '@onceover/service-kit/crypto';
import { ignoring } from '@onceover/service-kit/errors';
import type { z } from 'zod';
import { requestVerification, verify } from '../../domain/account/account-changes.ts';
import { mailRules } from '../../domain/account/attempt-rules.ts';
import type { AccountRecord } from './account-book.ts';
import { nameOf, runAccountCommand, systemContext, type Tx } from './account-command.ts';
import type { AccountPorts } from './account-ports.ts';
import { withEmailAllowance } from './attempt-ledger.ts';
import type { SealedMail } from './mailroom.ts';

/** An emailed link that proves an address; `write` stores it, in the commit that sends it. */
interface NewLink {
  readonly mail: SealedMail;
  write(tx: Tx): Promise<void>;
}

/** Makes the link of a sign-up. It opens a secret, which the secrets service creates once per request and account. */
export async function newLink(
  ports: AccountPorts,
  requestId: string,
  { accountRef, address, locale }: { readonly accountRef: string; readonly address: string; readonly locale: string },
): Promise<NewLink> {
  const { secretId, secretKey, expiresAt } = await ports.ask(concealVerification, {
    accountRef,
    requestId: nameOf('link', requestId, accountRef),
  });
  ports.failpoint('sign-up.concealed');
  const until = new Date(expiresAt);
  const envelope = { template: 'verify-account', address, locale, path: `/secret/${secretKey}` } as const;
  const mail = await ports.mail.seal(accountRef, envelope, until);
  ports.failpoint('sign-up.sealed');
  return {
    mail,
    async write(tx) {
      await ports.book.addVerification(tx, { secretId, keyHash: sha256(secretKey), accountRef, until });
      await mail.write(tx);
      await ports.pending.done(requestId, tx);
    },
  };
}

/** Emails another link of the newest sign-up to an account that still needs one; that sign-up's earlier links keep working. */
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
    const { mail, write } = await newLink(ports, requestId, { accountRef, address, locale });
    await runAccountCommand(ports, {
      context: systemContext(`resend:${requestId}`, accountRef),
      decide: (state) => requestVerification({ accountRef, deliveryId: mail.deliveryId }, state),
      write,
    });
  });
}

type Verdict = z.output<typeof checkVerification.output>['verdict'];

/**
 * Whether a link that proves an address may be opened from here. Somebody else may have signed up with the address: opened
 * unasked, the link would give the account to whoever knows the password of that sign-up. So it opens in the browser that
 * signed up, or with that password. Whoever asks counts the tries.
 *
 * Source  security 5.3; REST contract 5.3
 */
export function checkVerificationUseCase({ book, passwords }: Pick<AccountPorts, 'book' | 'passwords'>) {
  return async ({ secretId, mark, password }: z.output<typeof checkVerification.input>): Promise<Verdict> => {
    const link = await book.findVerification(secretId);
    const account = link === null ? null : await book.find(link.accountRef);
    if (account === null || account.isDisabled) return 'over';
    const { markHash } = account;
    if (mark !== null && markHash !== null && isEqual(sha256(mark), markHash)) return 'open';
    if (password === null) return 'needs-password';
    return (await passwords.verify(password, account.password)) ? 'open' : 'needs-password';
  };
}

/** A newer sign-up ended the one whose link was opened. */
class SignUpReplaced extends Error {}

/**
 * Records that a verification secret was opened. Once, however often it is called; and never for a sign-up that a newer one
 * has replaced meanwhile, as whoever opened the link proved the password of that sign-up and of no other.
 *
 * Source  security 5.3
 */
export function verifyAccountUseCase(ports: Pick<AccountPorts, 'events' | 'book'>) {
  return async (accountRef: string, secretId: string): Promise<void> => {
    await runAccountCommand(ports, {
      context: systemContext(`verify:${secretId}`, accountRef),
      decide: (state) => verify({ accountRef }, state),
      write: async (tx) => {
        if (!(await ports.book.takeVerification(tx, secretId))) throw new SignUpReplaced();
        await ports.book.setVerified(tx, accountRef);
      },
    }).catch(ignoring(DuplicateCommand, SignUpReplaced));
  };
}

/**
 * Verifies the account of a link that was opened, without waiting for the event: people sign in within a second of it.
 * Nothing happens if the link is over by now.
 */
export function verifyByLinkUseCase(ports: Pick<AccountPorts, 'events' | 'book'>) {
  const verifyAccount = verifyAccountUseCase(ports);
  return async (secretId: string): Promise<void> => {
    const link = await ports.book.findVerification(secretId);
    if (link !== null) await verifyAccount(link.accountRef, secretId);
  };
}
