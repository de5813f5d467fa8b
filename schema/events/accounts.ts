import { z } from 'zod';
import { planIds } from '../plans.ts';
import { type EventOf, eventsIn, feedConsumer } from './event-row.ts';
import { classed } from './field-class.ts';
import { accountRef, ofAccount } from './of-account.ts';

const { event, rows } = eventsIn('accounts', 'schema/events/accounts.ts');

/** What happens to an account itself. */
export const accountEvents = rows;

const locale = classed('tenant', z.string().max(10));
const planId = classed('tenant', z.enum(planIds));
const deliveryId = classed('internal', z.uuid());
const deliveryIdIfAny = classed('internal', z.uuid().optional());
/** Names the API token and grants nothing. */
const tokenRef = classed('internal', z.uuid());

/** An account exists, not verified yet. */
export const accountRegistered = event('account.registered', {
  ...ofAccount,
  fields: { accountRef, locale, planId, deliveryId: deliveryIdIfAny },
  email: 'verify-account',
});
export type AccountRegistered = EventOf<typeof accountRegistered>;

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
  // Its feed goes with it.
  consumers: ['secrets.plan-limits', feedConsumer],
});
export type AccountErased = EventOf<typeof accountErased>;
