import type { RefusalCode } from '@onceover/schema/refusals';
import { refusal } from '@onceover/service-kit/errors';

export class InvalidPasskeyName extends refusal<RefusalCode>('account.invalid-passkey-name') {}
export class TooManyPasskeys extends refusal<RefusalCode>('account.too-many-passkeys') {}
/** Nothing to answer a second step with. */
export class NoPasskeys extends refusal<RefusalCode>('account.no-passkeys') {}
/** Unknown, removed, of somebody else, for another site, wrongly signed, a copy: one answer. */
export class BadPasskey extends refusal<RefusalCode>('account.bad-passkey') {}
/** The challenge was answered before, is too old, or was given to another browser: one answer. */
export class PasskeyExpired extends refusal<RefusalCode>('account.passkey-expired') {}

/** Passkeys an account may have. */
export const maxPasskeys = 20;
/** How long a challenge waits for its one answer. */
export const challengeSeconds = 300;

/**
 * Whether a passkey may be a copy, by the counter of its uses, which must rise. A counter that is always 0 says nothing: passkeys that
 * are kept on several devices have none.
 *
 * Source  WebAuthn level 3, 6.1.1
 */
export function isPerhapsCopied(known: number, answered: number): boolean {
  return (known > 0 || answered > 0) && answered <= known;
}
