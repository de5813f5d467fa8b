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

export function signedIn(data: SecuritySignedIn['data']): SecuritySignedIn {
  return { type: 'security.signed_in', schemaVersion: 1, data };
}

export function signedOut(data: SecuritySignedOut['data']): SecuritySignedOut {
  return { type: 'security.signed_out', schemaVersion: 1, data };
}

export function signInFailed(data: SecuritySignInFailed['data']): SecuritySignInFailed {
  return { type: 'security.sign_in_failed', schemaVersion: 1, data };
}

export function sessionRevoked(data: SecuritySessionRevoked['data']): SecuritySessionRevoked {
  return { type: 'security.session_revoked', schemaVersion: 1, data };
}

export function totpChanged(data: SecurityTotpChanged['data']): SecurityTotpChanged {
  return { type: 'security.totp_changed', schemaVersion: 1, data };
}

export function recoveryCodeUsed(data: SecurityRecoveryCodeUsed['data']): SecurityRecoveryCodeUsed {
  return { type: 'security.recovery_code_used', schemaVersion: 1, data };
}

export function interceptionSuspected(data: SecurityInterceptionSuspected['data']): SecurityInterceptionSuspected {
  return { type: 'security.interception_suspected', schemaVersion: 1, data };
}

export function tokenCreated(data: AccountTokenCreated['data']): AccountTokenCreated {
  return { type: 'account.token_created', schemaVersion: 1, data };
}

export function tokenRevoked(data: AccountTokenRevoked['data']): AccountTokenRevoked {
  return { type: 'account.token_revoked', schemaVersion: 1, data };
}

/** The event for sessions that were ended, if there were any. */
export function revokedIfAny(
  count: number,
  accountRef: string,
  reasonCode: SecuritySessionRevoked['data']['reasonCode'],
): readonly SecuritySessionRevoked[] {
  return count === 0 ? [] : [sessionRevoked({ accountRef, reasonCode })];
}
