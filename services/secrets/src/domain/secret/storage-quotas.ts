/**
 * How much may wait to be opened, and how fast visitors may add to it.
 *
 * Source  security 5.8
 */
export const storageQuotas = {
  /** Bytes of the visitors of one network, and of one account. */
  perNetwork: 50_000_000,
  perAccount: 200_000_000,
  /** Bytes that a secret takes besides its text: its row, its padding. */
  rowBytes: 1024,
  /** Secrets of visitors per second and process. */
  perSecond: 500,
  /** What a secret over its quota is told to wait, in seconds. */
  retryAfterSeconds: 600,
} as const;
