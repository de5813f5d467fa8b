/** Key files that a first start makes and nothing ever replaces, with what is lost with each. */
export const lastingKeys = {
  'network.key': 'counts of attempts and of emails, and the list of the support desk',
  'label.key': 'the private labels of secrets',
  'mail-address.key': 'the list of addresses that no email may be sent to',
  'form-token.key': 'the forms that are open in a browser',
  'audit.key': 'the proof that nobody rewrote the audit trail before now',
} as const;

export type LastingKey = keyof typeof lastingKeys;
