/**
 * Key files that a first start makes and nothing ever replaces, with what is lost with each; by the service that has them,
 * also where it has a keys directory of its own.
 */
export const lastingKeysOf = {
  /** `accounts.key` is checked by the service, which can also derive its keys from `ONCEOVER_KEK`. */
  accounts: {},
  secrets: {
    'network.key': 'counts of attempts and of emails, and the list of the support desk',
    'label.key': 'the private labels of secrets',
  },
  notifications: {
    'mail-address.key': 'the list of addresses that no email may be sent to',
    'webhook.key': 'the addresses and secrets of webhooks',
  },
  gateway: { 'form-token.key': 'the forms that are open in a browser' },
  audit: { 'audit.key': 'the proof that nobody rewrote the audit trail before now' },
} as const;

export type LastingKey = { [Service in keyof LastingKeysOf]: keyof LastingKeysOf[Service] }[keyof LastingKeysOf];
type LastingKeysOf = typeof lastingKeysOf;
