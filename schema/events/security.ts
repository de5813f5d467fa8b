import { z } from 'zod';
import { type EventOf, eventsIn } from './event-row.ts';
import { classed } from './field-class.ts';
import { accountRef, ofAccount, passkeyRef } from './of-account.ts';
import { refusedOpeningReason } from './secrets.ts';

const { event, rows } = eventsIn('accounts', 'schema/events/security.ts');

/** Who came in and out of an account, and who tried to. */
export const securityEvents = rows;

const newDevice = classed('tenant', z.boolean());
const firstMethods = ['password', 'password-and-code', 'remember-me'] as const;

/** A sign-in that succeeded. Version 2 knows passkeys. */
export const securitySignedIn = event('security.signed_in', {
  ...ofAccount,
  schemaVersion: 2,
  fields: {
    accountRef,
    method: classed('tenant', z.enum([...firstMethods, 'passkey', 'password-and-passkey'])),
    newDevice,
  },
  before: [
    { fields: { accountRef, method: classed('tenant', z.enum(firstMethods)), newDevice }, upcast: (data) => data },
  ],
});
export type SecuritySignedIn = EventOf<typeof securitySignedIn>;

/** Failed sign-ins of a known account, counted per window. */
export const securitySignInFailed = event('security.sign_in_failed', {
  ...ofAccount,
  fields: {
    accountRef,
    count: classed('tenant', z.int().positive()),
    windowStart: classed('tenant', z.iso.datetime()),
    reasonCode: classed('internal', z.enum(['password', 'code', 'locked'])),
  },
  audit: { kind: 'security', outcome: 'failed' },
});
export type SecuritySignInFailed = EventOf<typeof securitySignInFailed>;

/** Sessions were ended other than by their own sign-out or age. */
export const securitySessionRevoked = event('security.session_revoked', {
  ...ofAccount,
  fields: {
    accountRef,
    reasonCode: classed(
      'tenant',
      z.enum(['by-owner', 'password', 'second-factor', 'remember-me-reuse', 'erased', 'operator']),
    ),
  },
});
export type SecuritySessionRevoked = EventOf<typeof securitySessionRevoked>;

/** A session was ended by its own sign-out. */
export const securitySignedOut = event('security.signed_out', { ...ofAccount, fields: { accountRef } });
export type SecuritySignedOut = EventOf<typeof securitySignedOut>;

/** Somebody tried again and again to open a secret of the account; its owner is told by email. */
export const securityInterceptionSuspected = event('security.interception_suspected', {
  ...ofAccount,
  fields: {
    accountRef,
    secretId: classed('tenant', z.uuid()),
    /** Reason and number of the tries, as `secret.opening_refused` has them. */
    reason: classed('tenant', refusedOpeningReason),
    count: classed('tenant', z.int().positive()),
    deliveryId: classed('internal', z.uuid()),
  },
  email: 'interception-suspected',
});
export type SecurityInterceptionSuspected = EventOf<typeof securityInterceptionSuspected>;

/** Two-step sign-in was turned on or off. */
export const securityTotpChanged = event('security.totp_changed', {
  ...ofAccount,
  fields: { accountRef, enabled: classed('tenant', z.boolean()) },
});
export type SecurityTotpChanged = EventOf<typeof securityTotpChanged>;

/** A recovery code took the place of the six digits; it never works again. */
export const securityRecoveryCodeUsed = event('security.recovery_code_used', {
  ...ofAccount,
  fields: { accountRef },
});
export type SecurityRecoveryCodeUsed = EventOf<typeof securityRecoveryCodeUsed>;

/**
 * A passkey of the account was not accepted. `counter`: its counter did not rise, so there may be a copy of
 * it. `answer`: it answered the second step wrongly.
 */
export const securityPasskeyRefused = event('security.passkey_refused', {
  ...ofAccount,
  fields: { accountRef, passkeyRef, reasonCode: classed('tenant', z.enum(['counter', 'answer'])) },
  audit: { kind: 'security', outcome: 'failed' },
});
export type SecurityPasskeyRefused = EventOf<typeof securityPasskeyRefused>;
