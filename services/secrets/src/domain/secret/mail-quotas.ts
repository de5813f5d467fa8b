/**
 * How many mails may be wanted, over the time that lies behind.
 *
 * Source  REST contract 1.7; how many an account has per day is its plan's
 */
export const mailQuotas = {
  accountWindowSeconds: 86_400,
  perAddress: 5,
  addressWindowSeconds: 3600,
  /** To the support desk, whoever sends them. */
  perInbox: 30,
  inboxWindowSeconds: 3600,
} as const;
