import type { newSession } from '@onceover/schema/internal/sign-in';
import { sha256 } from '@onceover/service-kit/crypto';
import type { z } from 'zod';
import { BadCredentials } from '../../domain/account/account-errors.ts';
import { type SecurityEvent, securityEvent } from '../../domain/session/security-events.ts';
import { maxDeviceMarks } from '../../domain/session/session-lifetimes.ts';
import type { AccountRecord } from '../account/account-book.ts';
import { type Asker, ownerContext, runAccountCommand, type Tx } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import { isKnownDevice } from './device-mark.ts';
import { newSignIn } from './new-session.ts';

const markBytes = 32;

/** What a browser gets as cookies. */
export type NewSession = z.output<typeof newSession>;

export interface Establish {
  readonly account: AccountRecord;
  readonly method: 'password' | 'password-and-code' | 'passkey' | 'password-and-passkey';
  readonly wantsRememberMe: boolean;
  readonly userAgentFamily: string;
  /** The mark that the browser has; null: none. */
  readonly deviceMark: string | null;
  readonly caller: Asker;
  /** Further events of the same commit. */
  readonly security?: readonly SecurityEvent[];
  /** Further rows of the same commit; throwing undoes the sign-in. */
  write?(tx: Tx): Promise<void>;
}

/** A session, and the mark by which the browser is known from now on. */
export interface Established {
  readonly session: NewSession;
  readonly deviceMark: string;
}

/**
 * Completes a sign-in: a session with a fresh id, perhaps a remembered browser (never a colonel's), and the event.
 *
 * Refuses  account.bad-credentials when the password was changed or the account closed meanwhile
 */
export async function establishSession(ports: AccountPorts, wish: Establish): Promise<Established> {
  const { account, method, userAgentFamily } = wish;
  const { accountRef, role } = account;
  const at = ports.clock.now();
  // Without two-step sign-in nothing was proven but the password, also by passkeys, which are added with it.
  const hasSecondFactor = method !== 'password' && account.isTwoStepOn;
  const provenAt = hasSecondFactor ? at : null;
  const isRemembered = wish.wantsRememberMe && role === 'customer';
  const session = newSignIn(ports, { accountRef, hasSecondFactor, provenAt, userAgentFamily, isRemembered }, at);
  const deviceMark = await markFor(ports, wish);
  const newDevice = !(await ports.sessions.isKnownDevice(accountRef, userAgentFamily));
  await runAccountCommand(ports, {
    context: ownerContext(wish.caller, accountRef),
    security: [securityEvent('security.signed_in', { accountRef, method, newDevice }), ...(wish.security ?? [])],
    write: async (tx) => {
      if (!(await ports.book.hold(tx, accountRef, account.passwordVersion))) throw new BadCredentials();
      await wish.write?.(tx);
      await session.write(tx);
      await ports.sessions.addDevice(tx, accountRef, userAgentFamily);
      await ports.sessions.putDeviceMark(tx, { accountRef, markHash: sha256(deviceMark), at }, maxDeviceMarks);
      await ports.book.setSignedIn(tx, accountRef, at);
      await ports.failures.clear(tx, account);
    },
  });
  return { session: session.cookies, deviceMark };
}

/** The browser's own mark if this account knows it, else a new one: what a browser brings is never adopted. */
async function markFor(ports: AccountPorts, { account, deviceMark }: Establish): Promise<string> {
  const isKnown = deviceMark !== null && (await isKnownDevice(ports, ports.book.emailOf(account), deviceMark));
  return isKnown ? deviceMark : ports.randomBytes(markBytes).toString('base64url');
}
