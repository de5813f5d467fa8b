import { z } from 'zod';
import { webhookDisabled } from '../events/notifications.ts';
import { refusedOpeningReason } from '../events/secrets.ts';

const to = { address: z.string().max(320), locale: z.string() };

/**
 * What an email needs and no event may carry; sealed to the notifications service before it is stored. Links are paths on
 * a host: the key in them exists in clear in the email alone.
 *
 * Source  events 6.4, security 3.4
 */
export const mailEnvelope = z.discriminatedUnion('template', [
  z.object({
    template: z.literal('secret-link'),
    ...to,
    /** The sender's verified address. */
    sender: z.string(),
    /** Custom host of the link; null: the site's. */
    host: z.string().nullable(),
    path: z.string(),
    hasPassphrase: z.boolean(),
    expiresAt: z.iso.datetime(),
  }),
  z.object({
    template: z.literal('incoming'),
    ...to,
    ticketNumber: z.string(),
    path: z.string(),
    expiresAt: z.iso.datetime(),
  }),
  /** Welcome; the link is that of the verification secret. */
  z.object({ template: z.literal('verify-account'), ...to, path: z.string() }),
  /** Somebody signed up with an address that has an account. */
  z.object({ template: z.literal('account-exists'), ...to }),
  z.object({ template: z.literal('password-reset'), ...to, path: z.string() }),
  /** `hasEndedTokens`: the account's API tokens ended with the old password. */
  z.object({ template: z.literal('password-changed'), ...to, hasEndedTokens: z.boolean() }),
  /** An operator turned two-step sign-in off. */
  z.object({ template: z.literal('two-step-removed'), ...to }),
  /** A passkey was added or removed, by the name that its owner gave it. */
  z.object({ template: z.literal('passkey-added'), ...to, name: z.string() }),
  z.object({ template: z.literal('passkey-removed'), ...to, name: z.string() }),
  /** An operator disabled the account, or enabled it again. */
  z.object({ template: z.literal('account-disabled'), ...to }),
  z.object({ template: z.literal('account-enabled'), ...to }),
  /** Somebody tries in vain to open a secret of the account, named by its short key. */
  z.object({
    template: z.literal('interception-suspected'),
    ...to,
    shortkey: z.string(),
    reason: refusedOpeningReason,
    count: z.int().positive(),
  }),
  /** A webhook was switched off; the path names it by its id. */
  z.object({
    template: z.literal('webhook-disabled'),
    ...to,
    reason: webhookDisabled.fields.shape.reasonCode,
    path: z.string(),
  }),
]);
export type MailEnvelope = z.infer<typeof mailEnvelope>;

/** Context that a sealed envelope is bound to: `mail-envelope:<deliveryId>`. */
export function envelopeContext(deliveryId: string): string {
  return `mail-envelope:${deliveryId}`;
}
