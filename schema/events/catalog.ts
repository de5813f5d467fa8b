import type { z } from 'zod';
import { accountErasedV1 } from './accounts/account-erased.v1.ts';
import { accountLocaleChangedV1 } from './accounts/account-locale-changed.v1.ts';
import { accountPasswordChangedV1 } from './accounts/account-password-changed.v1.ts';
import { accountPlanChangedV1 } from './accounts/account-plan-changed.v1.ts';
import { accountRegisteredV1 } from './accounts/account-registered.v1.ts';
import { accountResetRequestedV1 } from './accounts/account-reset-requested.v1.ts';
import { accountRoleChangedV1 } from './accounts/account-role-changed.v1.ts';
import { accountSignUpRepeatedV1 } from './accounts/account-sign-up-repeated.v1.ts';
import { accountVerificationRequestedV1 } from './accounts/account-verification-requested.v1.ts';
import { accountVerifiedV1 } from './accounts/account-verified.v1.ts';
import { domainAddedV1 } from './accounts/domain-added.v1.ts';
import { domainRemovedV1 } from './accounts/domain-removed.v1.ts';
import { domainVerificationFailedV1 } from './accounts/domain-verification-failed.v1.ts';
import { domainVerifiedV1 } from './accounts/domain-verified.v1.ts';
import { securitySessionRevokedV1 } from './accounts/security-session-revoked.v1.ts';
import { securitySignInFailedV1 } from './accounts/security-sign-in-failed.v1.ts';
import { securitySignedInV1 } from './accounts/security-signed-in.v1.ts';
import { securityTotpChangedV1 } from './accounts/security-totp-changed.v1.ts';
import { deliveryFailedV1 } from './notifications/delivery-failed.v1.ts';
import { deliverySentV1 } from './notifications/delivery-sent.v1.ts';
import { deliverySuppressedV1 } from './notifications/delivery-suppressed.v1.ts';
import { feedbackSubmittedV1 } from './notifications/feedback-submitted.v1.ts';
import { incomingSubmittedV1 } from './secrets/incoming-submitted.v1.ts';
import { secretBurnedV1 } from './secrets/secret-burned.v1.ts';
import { secretCreatedV1 } from './secrets/secret-created.v1.ts';
import { secretDeliveryRequestedV1 } from './secrets/secret-delivery-requested.v1.ts';
import { secretExpiredV1 } from './secrets/secret-expired.v1.ts';
import { secretPassphraseFailedV1 } from './secrets/secret-passphrase-failed.v1.ts';
import { secretReceivedV1 } from './secrets/secret-received.v1.ts';

/** What the world may know about one event type and version. */
export interface CatalogEntry {
  readonly type: string;
  readonly schemaVersion: number;
  readonly producer: 'secrets' | 'accounts' | 'notifications';
  /** The topic the relay fills, and the key its records are partitioned by. */
  readonly topic: string;
  readonly key: 'streamId' | 'accountRef';
  /** Whether the type ends its stream. */
  readonly isTerminal: boolean;
  /** Days the log keeps a closed stream. */
  readonly retentionDays: number;
  /** Names of the consumers that read it, `<service>.<purpose>`. */
  readonly consumers: readonly string[];
  readonly schema: z.ZodObject<{ data: z.ZodObject; type: z.ZodLiteral<string> } & z.core.$ZodShape>;
  /** The golden example, kept for ever. */
  readonly example: string;
}

const secretLog = {
  producer: 'secrets',
  topic: 'onceover.secrets.events.v1',
  key: 'streamId',
  schemaVersion: 1,
  retentionDays: 120,
  consumers: [],
} as const;

const accountLog = {
  ...secretLog,
  producer: 'accounts',
  topic: 'onceover.accounts.events.v1',
  key: 'accountRef',
  retentionDays: 365,
} as const;

const deliveryLog = {
  ...secretLog,
  producer: 'notifications',
  topic: 'onceover.notifications.events.v1',
  retentionDays: 90,
} as const;

/** Every event of the product. A type that is not here is not written. */
export const catalog: readonly CatalogEntry[] = [
  {
    ...secretLog,
    type: 'secret.created',
    consumers: ['accounts.usage'],
    isTerminal: false,
    schema: secretCreatedV1,
    example: 'examples/secret-created.v1.json',
  },
  {
    ...secretLog,
    type: 'secret.received',
    consumers: ['accounts.verification', 'accounts.usage'],
    isTerminal: true,
    schema: secretReceivedV1,
    example: 'examples/secret-received.v1.json',
  },
  {
    ...secretLog,
    type: 'secret.burned',
    consumers: ['accounts.usage'],
    isTerminal: true,
    schema: secretBurnedV1,
    example: 'examples/secret-burned.v1.json',
  },
  {
    ...secretLog,
    type: 'secret.expired',
    isTerminal: true,
    schema: secretExpiredV1,
    example: 'examples/secret-expired.v1.json',
  },
  {
    ...secretLog,
    type: 'secret.delivery_requested',
    consumers: ['notifications.mail'],
    isTerminal: false,
    schema: secretDeliveryRequestedV1,
    example: 'examples/secret-delivery-requested.v1.json',
  },
  {
    ...secretLog,
    type: 'incoming.submitted',
    consumers: ['notifications.mail'],
    isTerminal: false,
    schema: incomingSubmittedV1,
    example: 'examples/incoming-submitted.v1.json',
  },
  {
    ...secretLog,
    type: 'secret.passphrase_failed',
    isTerminal: false,
    schema: secretPassphraseFailedV1,
    example: 'examples/secret-passphrase-failed.v1.json',
  },
  {
    ...accountLog,
    type: 'account.registered',
    consumers: ['notifications.mail'],
    isTerminal: false,
    schema: accountRegisteredV1,
    example: 'examples/account-registered.v1.json',
  },
  {
    ...accountLog,
    type: 'account.verified',
    isTerminal: false,
    schema: accountVerifiedV1,
    example: 'examples/account-verified.v1.json',
  },
  {
    ...accountLog,
    type: 'account.verification_requested',
    consumers: ['notifications.mail'],
    isTerminal: false,
    schema: accountVerificationRequestedV1,
    example: 'examples/account-verification-requested.v1.json',
  },
  {
    ...accountLog,
    type: 'account.sign_up_repeated',
    consumers: ['notifications.mail'],
    isTerminal: false,
    schema: accountSignUpRepeatedV1,
    example: 'examples/account-sign-up-repeated.v1.json',
  },
  {
    ...accountLog,
    type: 'account.reset_requested',
    consumers: ['notifications.mail'],
    isTerminal: false,
    schema: accountResetRequestedV1,
    example: 'examples/account-reset-requested.v1.json',
  },
  {
    ...accountLog,
    type: 'account.password_changed',
    consumers: ['notifications.mail'],
    isTerminal: false,
    schema: accountPasswordChangedV1,
    example: 'examples/account-password-changed.v1.json',
  },
  {
    ...accountLog,
    type: 'account.locale_changed',
    isTerminal: false,
    schema: accountLocaleChangedV1,
    example: 'examples/account-locale-changed.v1.json',
  },
  {
    ...accountLog,
    type: 'account.plan_changed',
    consumers: ['secrets.plan-limits'],
    isTerminal: false,
    schema: accountPlanChangedV1,
    example: 'examples/account-plan-changed.v1.json',
  },
  {
    ...accountLog,
    type: 'account.role_changed',
    isTerminal: false,
    schema: accountRoleChangedV1,
    example: 'examples/account-role-changed.v1.json',
  },
  {
    ...accountLog,
    type: 'account.erased',
    consumers: ['secrets.plan-limits'],
    isTerminal: true,
    schema: accountErasedV1,
    example: 'examples/account-erased.v1.json',
  },
  {
    ...accountLog,
    type: 'domain.added',
    isTerminal: false,
    schema: domainAddedV1,
    example: 'examples/domain-added.v1.json',
  },
  {
    ...accountLog,
    type: 'domain.verified',
    isTerminal: false,
    schema: domainVerifiedV1,
    example: 'examples/domain-verified.v1.json',
  },
  {
    ...accountLog,
    type: 'domain.verification_failed',
    isTerminal: false,
    schema: domainVerificationFailedV1,
    example: 'examples/domain-verification-failed.v1.json',
  },
  {
    ...accountLog,
    type: 'domain.removed',
    isTerminal: true,
    schema: domainRemovedV1,
    example: 'examples/domain-removed.v1.json',
  },
  {
    ...accountLog,
    type: 'security.signed_in',
    isTerminal: false,
    schema: securitySignedInV1,
    example: 'examples/security-signed-in.v1.json',
  },
  {
    ...accountLog,
    type: 'security.sign_in_failed',
    isTerminal: false,
    schema: securitySignInFailedV1,
    example: 'examples/security-sign-in-failed.v1.json',
  },
  {
    ...accountLog,
    type: 'security.session_revoked',
    isTerminal: false,
    schema: securitySessionRevokedV1,
    example: 'examples/security-session-revoked.v1.json',
  },
  {
    ...accountLog,
    type: 'security.totp_changed',
    isTerminal: false,
    schema: securityTotpChangedV1,
    example: 'examples/security-totp-changed.v1.json',
  },
  {
    ...deliveryLog,
    type: 'delivery.sent',
    consumers: ['secrets.deliveries', 'accounts.usage'],
    isTerminal: true,
    schema: deliverySentV1,
    example: 'examples/delivery-sent.v1.json',
  },
  {
    ...deliveryLog,
    type: 'delivery.failed',
    consumers: ['secrets.deliveries'],
    isTerminal: true,
    schema: deliveryFailedV1,
    example: 'examples/delivery-failed.v1.json',
  },
  {
    ...deliveryLog,
    type: 'delivery.suppressed',
    consumers: ['secrets.deliveries'],
    isTerminal: true,
    schema: deliverySuppressedV1,
    example: 'examples/delivery-suppressed.v1.json',
  },
  {
    ...deliveryLog,
    type: 'feedback.submitted',
    isTerminal: true,
    schema: feedbackSubmittedV1,
    example: 'examples/feedback-submitted.v1.json',
  },
];
