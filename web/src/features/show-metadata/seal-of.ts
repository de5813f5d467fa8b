import type { SecretStatus } from '../../secrets/secret-status.ts';
import type { SealState } from '../../ui/seal.tsx';

/** The seal that stands for a status. */
export const sealOf: Readonly<Record<SecretStatus, SealState>> = {
  new: 'sealed',
  received: 'opened',
  burned: 'burned',
  expired: 'expired',
};

/** The text key of a status word; an expired message was not received either, and says the more exact word. */
export const statusWordOf = {
  new: 'notReceived',
  received: 'received',
  burned: 'burned',
  expired: 'expired',
} as const satisfies Readonly<Record<SecretStatus, string>>;
