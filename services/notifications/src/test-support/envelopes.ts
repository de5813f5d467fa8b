import type { MailEnvelope } from '@onceover/schema/internal/mail-envelope';

const path = '/secret/0123456789abcdefghijklmnopqrstu';

/** An envelope of each kind; a test states only what matters to it. */
export const envelopes = {
  'secret-link': {
    template: 'secret-link',
    address: 'reader@example.test',
    locale: 'en',
    sender: 'writer@example.test',
    host: null,
    path,
    hasPassphrase: true,
    expiresAt: '2026-03-09T14:05:00.000Z',
  },
  incoming: {
    template: 'incoming',
    address: 'desk@example.test',
    locale: 'en',
    ticketNumber: 'A-42',
    path,
    expiresAt: '2026-03-09T14:05:00.000Z',
  },
  'verify-account': { template: 'verify-account', address: 'reader@example.test', locale: 'en', path },
  'account-exists': { template: 'account-exists', address: 'reader@example.test', locale: 'en' },
  'password-reset': {
    template: 'password-reset',
    address: 'reader@example.test',
    locale: 'en',
    path: '/forgot/AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE',
  },
  'password-changed': {
    template: 'password-changed',
    address: 'reader@example.test',
    locale: 'en',
    hasEndedTokens: true,
  },
  'two-step-removed': { template: 'two-step-removed', address: 'reader@example.test', locale: 'en' },
  'passkey-added': { template: 'passkey-added', address: 'reader@example.test', locale: 'en', name: 'Red laptop' },
  'passkey-removed': { template: 'passkey-removed', address: 'reader@example.test', locale: 'en', name: 'Old phone' },
  'account-disabled': { template: 'account-disabled', address: 'reader@example.test', locale: 'en' },
  'account-enabled': { template: 'account-enabled', address: 'reader@example.test', locale: 'en' },
  'interception-suspected': {
    template: 'interception-suspected',
    address: 'writer@example.test',
    locale: 'en',
    shortkey: 'k3v9q2mx',
    reason: 'wrong-passphrase',
    count: 10,
  },
  'webhook-disabled': {
    template: 'webhook-disabled',
    address: 'writer@example.test',
    locale: 'en',
    reason: 'failing',
    path: '/account/webhooks/0197a000-0000-7000-8000-000000000003',
  },
} as const satisfies { readonly [T in MailEnvelope['template']]: Extract<MailEnvelope, { template: T }> };

export const place = { deliveryId: '0197a000-0000-7000-8000-000000000002', siteOrigin: 'https://onceover.test' };
