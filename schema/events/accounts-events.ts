import { accountErasedV1 } from './accounts/account-erased.v1.ts';
import { accountLocaleChangedV1 } from './accounts/account-locale-changed.v1.ts';
import { accountPasswordChangedV1 } from './accounts/account-password-changed.v1.ts';
import { accountPlanChangedV1 } from './accounts/account-plan-changed.v1.ts';
import { accountRegisteredV1 } from './accounts/account-registered.v1.ts';
import { accountResetRequestedV1 } from './accounts/account-reset-requested.v1.ts';
import { accountRoleChangedV1 } from './accounts/account-role-changed.v1.ts';
import { accountSignUpRepeatedV1 } from './accounts/account-sign-up-repeated.v1.ts';
import { accountTokenCreatedV1 } from './accounts/account-token-created.v1.ts';
import { accountTokenRevokedV1 } from './accounts/account-token-revoked.v1.ts';
import { accountTwoStepRemovedV1 } from './accounts/account-two-step-removed.v1.ts';
import { accountVerificationRequestedV1 } from './accounts/account-verification-requested.v1.ts';
import { accountVerifiedV1 } from './accounts/account-verified.v1.ts';
import { domainAddedV1 } from './accounts/domain-added.v1.ts';
import { domainRemovedV1 } from './accounts/domain-removed.v1.ts';
import { domainVerificationFailedV1 } from './accounts/domain-verification-failed.v1.ts';
import { domainVerifiedV1 } from './accounts/domain-verified.v1.ts';
import { securityInterceptionSuspectedV1 } from './accounts/security-interception-suspected.v1.ts';
import { securityRecoveryCodeUsedV1 } from './accounts/security-recovery-code-used.v1.ts';
import { securitySessionRevokedV1 } from './accounts/security-session-revoked.v1.ts';
import { securitySignInFailedV1 } from './accounts/security-sign-in-failed.v1.ts';
import { securitySignedInV1 } from './accounts/security-signed-in.v1.ts';
import { securitySignedOutV1 } from './accounts/security-signed-out.v1.ts';
import { securityTotpChangedV1 } from './accounts/security-totp-changed.v1.ts';
import type { CatalogEntry } from './catalog-entry.ts';
import { feedConsumer } from './feed-consumer.ts';

const log = {
  producer: 'accounts',
  topic: 'onceover.accounts.events.v1',
  key: 'accountRef',
  schemaVersion: 1,
  retentionDays: 365,
  consumers: [],
} as const;

/** What accounts tells. */
export const accountsEvents: readonly CatalogEntry[] = [
  {
    ...log,
    type: 'account.registered',
    consumers: ['notifications.mail'],
    isTerminal: false,
    schema: accountRegisteredV1,
    example: 'examples/account-registered.v1.json',
  },
  {
    ...log,
    type: 'account.verified',
    isTerminal: false,
    schema: accountVerifiedV1,
    example: 'examples/account-verified.v1.json',
  },
  {
    ...log,
    type: 'account.verification_requested',
    consumers: ['notifications.mail'],
    isTerminal: false,
    schema: accountVerificationRequestedV1,
    example: 'examples/account-verification-requested.v1.json',
  },
  {
    ...log,
    type: 'account.sign_up_repeated',
    consumers: ['notifications.mail'],
    isTerminal: false,
    schema: accountSignUpRepeatedV1,
    example: 'examples/account-sign-up-repeated.v1.json',
  },
  {
    ...log,
    type: 'account.reset_requested',
    consumers: ['notifications.mail'],
    isTerminal: false,
    schema: accountResetRequestedV1,
    example: 'examples/account-reset-requested.v1.json',
  },
  {
    ...log,
    type: 'account.password_changed',
    consumers: ['notifications.mail'],
    isTerminal: false,
    schema: accountPasswordChangedV1,
    example: 'examples/account-password-changed.v1.json',
  },
  {
    ...log,
    type: 'account.two_step_removed',
    consumers: ['notifications.mail'],
    isTerminal: false,
    schema: accountTwoStepRemovedV1,
    example: 'examples/account-two-step-removed.v1.json',
  },
  {
    ...log,
    type: 'account.locale_changed',
    isTerminal: false,
    schema: accountLocaleChangedV1,
    example: 'examples/account-locale-changed.v1.json',
  },
  {
    ...log,
    type: 'account.plan_changed',
    consumers: ['secrets.plan-limits'],
    isTerminal: false,
    schema: accountPlanChangedV1,
    example: 'examples/account-plan-changed.v1.json',
  },
  {
    ...log,
    type: 'account.role_changed',
    isTerminal: false,
    schema: accountRoleChangedV1,
    example: 'examples/account-role-changed.v1.json',
  },
  {
    ...log,
    type: 'account.erased',
    consumers: ['secrets.plan-limits', feedConsumer],
    isTerminal: true,
    schema: accountErasedV1,
    example: 'examples/account-erased.v1.json',
  },
  {
    ...log,
    type: 'domain.added',
    consumers: [feedConsumer],
    isTerminal: false,
    schema: domainAddedV1,
    example: 'examples/domain-added.v1.json',
  },
  {
    ...log,
    type: 'domain.verified',
    consumers: [feedConsumer],
    isTerminal: false,
    schema: domainVerifiedV1,
    example: 'examples/domain-verified.v1.json',
  },
  {
    ...log,
    type: 'domain.verification_failed',
    consumers: [feedConsumer],
    isTerminal: false,
    schema: domainVerificationFailedV1,
    example: 'examples/domain-verification-failed.v1.json',
  },
  {
    ...log,
    type: 'domain.removed',
    consumers: [feedConsumer],
    isTerminal: true,
    schema: domainRemovedV1,
    example: 'examples/domain-removed.v1.json',
  },
  {
    ...log,
    type: 'security.signed_in',
    isTerminal: false,
    schema: securitySignedInV1,
    example: 'examples/security-signed-in.v1.json',
  },
  {
    ...log,
    type: 'security.sign_in_failed',
    isTerminal: false,
    schema: securitySignInFailedV1,
    example: 'examples/security-sign-in-failed.v1.json',
  },
  {
    ...log,
    type: 'security.session_revoked',
    isTerminal: false,
    schema: securitySessionRevokedV1,
    example: 'examples/security-session-revoked.v1.json',
  },
  {
    ...log,
    type: 'security.signed_out',
    isTerminal: false,
    schema: securitySignedOutV1,
    example: 'examples/security-signed-out.v1.json',
  },
  {
    ...log,
    type: 'security.interception_suspected',
    consumers: ['notifications.mail'],
    isTerminal: false,
    schema: securityInterceptionSuspectedV1,
    example: 'examples/security-interception-suspected.v1.json',
  },
  {
    ...log,
    type: 'security.totp_changed',
    isTerminal: false,
    schema: securityTotpChangedV1,
    example: 'examples/security-totp-changed.v1.json',
  },
  {
    ...log,
    type: 'account.token_created',
    isTerminal: false,
    schema: accountTokenCreatedV1,
    example: 'examples/account-token-created.v1.json',
  },
  {
    ...log,
    type: 'account.token_revoked',
    isTerminal: false,
    schema: accountTokenRevokedV1,
    example: 'examples/account-token-revoked.v1.json',
  },
  {
    ...log,
    type: 'security.recovery_code_used',
    isTerminal: false,
    schema: securityRecoveryCodeUsedV1,
    example: 'examples/security-recovery-code-used.v1.json',
  },
];
