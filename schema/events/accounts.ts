import { z } from 'zod';
import { operatorReasons } from '../operator-reasons.ts';
import { planIds } from '../plans.ts';
import { type EventOf, eventsIn, feedConsumer, partnerConsumer } from './event-row.ts';
import { classed } from './field-class.ts';
import { accountRef, ofAccount, passkeyRef } from './of-account.ts';

const { event, rows } = eventsIn('accounts', 'schema/events/accounts.ts');

/** What happens to an account itself. */
export const accountEvents = rows;

const locale = classed('tenant', z.string().max(10));
const planId = classed('tenant', z.enum(planIds));
const deliveryId = classed('internal', z.uuid());
const deliveryIdIfAny = classed('internal', z.uuid().optional());
/** Why an operator does it. */
const reasonCode = classed('internal', z.enum([...operatorReasons, 'command-line']));
/** Names the API token and grants nothing. */
const tokenRef = classed('internal', z.uuid());

/** An account exists, not verified yet. */
export const accountRegistered = event('account.registered', {
  ...ofAccount,
  fields: { accountRef, locale, planId, deliveryId: deliveryIdIfAny },
  email: 'verify-account',
});
export type AccountRegistered = EventOf<typeof accountRegistered>;

/**
 * An account was taken over from another server, where its address was verified: its story begins with this instead of
 * `account.registered`. Nobody is emailed.
 */
export const accountImported = event('account.imported', { ...ofAccount, fields: { accountRef, locale, planId } });
export type AccountImported = EventOf<typeof accountImported>;

/** Its address was verified. */
export const accountVerified = event('account.verified', { ...ofAccount, fields: { accountRef } });
export type AccountVerified = EventOf<typeof accountVerified>;

/** The verification email was requested again. */
export const accountVerificationRequested = event('account.verification_requested', {
  ...ofAccount,
  fields: { accountRef, deliveryId },
  email: 'verify-account',
});
export type AccountVerificationRequested = EventOf<typeof accountVerificationRequested>;

/** Somebody signed up with the address of this account; its owner is told by email. */
export const accountSignUpRepeated = event('account.sign_up_repeated', {
  ...ofAccount,
  fields: { accountRef, deliveryId },
  email: 'account-exists',
});
export type AccountSignUpRepeated = EventOf<typeof accountSignUpRepeated>;

/** A password reset link is wanted. */
export const accountResetRequested = event('account.reset_requested', {
  ...ofAccount,
  fields: { accountRef, deliveryId },
  email: 'password-reset',
});
export type AccountResetRequested = EventOf<typeof accountResetRequested>;

/** By its owner or by a reset link; the owner is told by email. */
export const accountPasswordChanged = event('account.password_changed', {
  ...ofAccount,
  fields: { accountRef, deliveryId: deliveryIdIfAny },
  email: 'password-changed',
});
export type AccountPasswordChanged = EventOf<typeof accountPasswordChanged>;

/** An operator turned two-step sign-in off (`security.totp_changed` says when); its owner is told by email. */
export const accountTwoStepRemoved = event('account.two_step_removed', {
  ...ofAccount,
  fields: { accountRef, deliveryId },
  email: 'two-step-removed',
});
export type AccountTwoStepRemoved = EventOf<typeof accountTwoStepRemoved>;

/** A passkey of its own; the owner is told by email. Neither its key nor its name is in any event. */
export const accountPasskeyAdded = event('account.passkey_added', {
  ...ofAccount,
  fields: { accountRef, passkeyRef, deliveryId },
  email: 'passkey-added',
});
export type AccountPasskeyAdded = EventOf<typeof accountPasskeyAdded>;

/** A passkey was renamed by its owner. */
export const accountPasskeyRenamed = event('account.passkey_renamed', {
  ...ofAccount,
  fields: { accountRef, passkeyRef },
});
export type AccountPasskeyRenamed = EventOf<typeof accountPasskeyRenamed>;

/** A passkey was removed and no longer works; the owner is told by email, at a reset by that about the password. */
export const accountPasskeyRemoved = event('account.passkey_removed', {
  ...ofAccount,
  fields: { accountRef, passkeyRef, deliveryId: deliveryIdIfAny },
  email: 'passkey-removed',
});
export type AccountPasskeyRemoved = EventOf<typeof accountPasskeyRemoved>;

/** Another language. */
export const accountLocaleChanged = event('account.locale_changed', { ...ofAccount, fields: { accountRef, locale } });
export type AccountLocaleChanged = EventOf<typeof accountLocaleChanged>;

/** What the account may do from now on. */
export const accountPlanChanged = event('account.plan_changed', {
  ...ofAccount,
  fields: {
    accountRef,
    planId,
    limits: classed(
      'tenant',
      z.object({
        ttl: z.int(),
        size: z.int(),
        customDomains: z.boolean(),
        maxRecipients: z.int(),
        mailsPerDay: z.int(),
      }),
    ),
  },
  consumers: ['secrets.plan-limits'],
});
export type AccountPlanChanged = EventOf<typeof accountPlanChanged>;

/** Given or taken by an operator on the command line. */
export const accountRoleChanged = event('account.role_changed', {
  ...ofAccount,
  fields: { accountRef, role: classed('internal', z.enum(['customer', 'colonel'])) },
});
export type AccountRoleChanged = EventOf<typeof accountRoleChanged>;

/**
 * By an operator: nobody can sign in to it or use its API tokens until it is enabled, and what happens to it is sent nowhere. What
 * its owner has shared goes on. Its owner is told by email (`account.disabled_told`).
 */
export const accountDisabled = event('account.disabled', {
  ...ofAccount,
  fields: { accountRef, reasonCode },
  // Nothing is sent to its webhooks or its topic.
  consumers: [partnerConsumer],
});
export type AccountDisabled = EventOf<typeof accountDisabled>;

/** By an operator; its owner is told by email (`account.enabled_told`). */
export const accountEnabled = event('account.enabled', {
  ...ofAccount,
  fields: { accountRef, reasonCode },
  consumers: [partnerConsumer],
});
export type AccountEnabled = EventOf<typeof accountEnabled>;

/** The owner is emailed that the account is disabled: when it was, and when they ask for a new password. */
export const accountDisabledTold = event('account.disabled_told', {
  ...ofAccount,
  fields: { accountRef, deliveryId },
  email: 'account-disabled',
});
export type AccountDisabledTold = EventOf<typeof accountDisabledTold>;

/** The owner is emailed that the account is enabled again. */
export const accountEnabledTold = event('account.enabled_told', {
  ...ofAccount,
  fields: { accountRef, deliveryId },
  email: 'account-enabled',
});
export type AccountEnabledTold = EventOf<typeof accountEnabledTold>;

/** Whoever set up a webhook is emailed that it was switched off (`webhook.disabled`). */
export const accountWebhookDisabledTold = event('account.webhook_disabled_told', {
  ...ofAccount,
  fields: { accountRef, deliveryId },
  email: 'webhook-disabled',
});
export type AccountWebhookDisabledTold = EventOf<typeof accountWebhookDisabledTold>;

/** An API token was created. */
export const accountTokenCreated = event('account.token_created', { ...ofAccount, fields: { accountRef, tokenRef } });
export type AccountTokenCreated = EventOf<typeof accountTokenCreated>;

/** An API token was revoked, or another took its place. It stopped working in the same commit. */
export const accountTokenRevoked = event('account.token_revoked', { ...ofAccount, fields: { accountRef, tokenRef } });
export type AccountTokenRevoked = EventOf<typeof accountTokenRevoked>;

/** Closed; its personal data is gone. */
export const accountErased = event('account.erased', {
  ...ofAccount,
  fields: { accountRef },
  isTerminal: true,
  // Its feed and what its programs were to learn go with it.
  consumers: ['secrets.plan-limits', feedConsumer, partnerConsumer],
});
export type AccountErased = EventOf<typeof accountErased>;
