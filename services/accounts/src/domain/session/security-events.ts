import type { AccountTokenCreated, AccountTokenRevoked } from '@onceover/schema/events/accounts';
import type * as security from '@onceover/schema/events/security';

/** What is recorded about the security of an account, in a stream of its own. No decision depends on it. */
export type SecurityEvent =
  | AccountTokenCreated
  | AccountTokenRevoked
  | security.SecurityInterceptionSuspected
  | security.SecurityPasskeyRefused
  | security.SecurityRecoveryCodeUsed
  | security.SecuritySessionRevoked
  | security.SecuritySignInFailed
  | security.SecuritySignedIn
  | security.SecuritySignedOut
  | security.SecurityTotpChanged;

/** Of the types that were changed since; the catalogue takes no other version. */
const laterVersions: Readonly<Partial<Record<SecurityEvent['type'], number>>> = {
  'security.signed_in': 2 satisfies security.SecuritySignedIn['schemaVersion'],
};

export function securityEvent<Type extends SecurityEvent['type']>(
  type: Type,
  data: Extract<SecurityEvent, { readonly type: Type }>['data'],
): SecurityEvent {
  return { type, schemaVersion: laterVersions[type] ?? 1, data } as SecurityEvent;
}

export function revokedIfAny(
  count: number,
  accountRef: string,
  reasonCode: security.SecuritySessionRevoked['data']['reasonCode'],
): readonly SecurityEvent[] {
  return count === 0 ? [] : [securityEvent('security.session_revoked', { accountRef, reasonCode })];
}
