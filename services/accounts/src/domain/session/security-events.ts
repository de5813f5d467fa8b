import type { AccountTokenCreated } from '@onceover/schema/events/accounts/account-token-created.v1';
import type { AccountTokenRevoked } from '@onceover/schema/events/accounts/account-token-revoked.v1';
import type { SecurityInterceptionSuspected } from '@onceover/schema/events/accounts/security-interception-suspected.v1';
import type { SecurityRecoveryCodeUsed } from '@onceover/schema/events/accounts/security-recovery-code-used.v1';
import type { SecuritySessionRevoked } from '@onceover/schema/events/accounts/security-session-revoked.v1';
import type { SecuritySignInFailed } from '@onceover/schema/events/accounts/security-sign-in-failed.v1';
import type { SecuritySignedIn } from '@onceover/schema/events/accounts/security-signed-in.v1';
import type { SecuritySignedOut } from '@onceover/schema/events/accounts/security-signed-out.v1';
import type { SecurityTotpChanged } from '@onceover/schema/events/accounts/security-totp-changed.v1';

/** What is recorded about the security of an account, in a stream of its own. No decision depends on it. */
export type SecurityEvent =
  | AccountTokenCreated
  | AccountTokenRevoked
  | SecurityInterceptionSuspected
  | SecurityRecoveryCodeUsed
  | SecuritySessionRevoked
  | SecuritySignInFailed
  | SecuritySignedIn
  | SecuritySignedOut
  | SecurityTotpChanged;

/** One of them, as it is recorded. */
export function securityEvent<Type extends SecurityEvent['type']>(
  type: Type,
  data: Extract<SecurityEvent, { readonly type: Type }>['data'],
): SecurityEvent {
  return { type, schemaVersion: 1, data } as SecurityEvent;
}

/** The event for sessions that were ended, if there were any. */
export function revokedIfAny(
  count: number,
  accountRef: string,
  reasonCode: SecuritySessionRevoked['data']['reasonCode'],
): readonly SecurityEvent[] {
  return count === 0 ? [] : [securityEvent('security.session_revoked', { accountRef, reasonCode })];
}
