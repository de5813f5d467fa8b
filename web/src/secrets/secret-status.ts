import type { SealState } from '../ui/seal.tsx';
import type { Metadata } from './metadata.ts';

/** What became of a message. Received and burned both mean destroyed. */
export type SecretStatus = Metadata['record']['state'];

export const sealOf: Readonly<Record<SecretStatus, SealState>> = {
  new: 'sealed',
  received: 'opened',
  burned: 'burned',
  expired: 'expired',
};

/** The text key of a status word; an expired message was not received either, so it gets the more precise word. */
export const statusWordOf = {
  new: 'notReceived',
  received: 'received',
  burned: 'burned',
  expired: 'expired',
} as const satisfies Readonly<Record<SecretStatus, string>>;
