export const secretKey = 'p3s8g1y6e4u9a2l7i0o5x3w8q6d1z4k';
export const metadataKey = 'k7d2m9x4q1w8z3v6b0n5r2t8j4h1f6c';

/** What the graph says about a fresh secret. */
export const metadata = {
  key: metadataKey,
  shortkey: 'm1m2m3m4',
  secretShortkey: 'w9x8y7z6',
  kind: 'SHARE',
  state: 'NEW',
  secretKey,
  secretTtl: 1800,
  metadataTtl: 3600,
  created: 1_900_000_000,
  updated: 1_900_000_000,
  expiration: 1_900_001_800,
  received: null,
  burned: null,
  expired: null,
  hasPassphrase: false,
  isTruncated: false,
  label: null,
  recipients: null,
  shareDomain: null,
  isOwner: false,
  hasOwner: false,
  isLocked: false,
  deliveryConfirmed: null,
  isByOwnerHandle: false,
  openedBy: null,
  burnedByOperator: false,
  confirmed: null,
  generatedValueShown: null,
  refusedOpenings: [],
  peopleOnly: false,
  programs: [],
  deliveries: [],
} as const;

export const concealed = {
  __typename: 'ConcealedSecret',
  secretKey,
  metadata,
  kind: 'SHARE',
  value: null,
  originalSize: 9,
  isTruncated: false,
  ttlAdjusted: false,
  isReplay: false,
} as const;

export const gate = {
  shortkey: 'w9x8y7z6',
  hasPassphrase: false,
  verification: false,
  isOwner: false,
  shareDomain: null,
  created: 1_900_000_000,
  expiration: 1_900_001_800,
} as const;

export const revealed = {
  __typename: 'RevealedSecret',
  ...gate,
  value: 'tea at 5?',
  originalSize: 9,
  isTruncated: false,
  isReplay: false,
} as const;
