import type { SealState } from '../ui/seal.tsx';
import type { Metadata } from './metadata.ts';

/** What became of a message. Received and burned both mean destroyed. */
export type SecretStatus = Metadata['record']['state'];

const seals: Readonly<Record<SecretStatus, SealState>> = {
  new: 'sealed',
  received: 'opened',
  burned: 'burned',
  expired: 'expired',
};

/** The seal of a status, in the letters of the REST contract or of the graph. */
export function sealOf(status: SecretStatus | Uppercase<SecretStatus>): SealState {
  return seals[status.toLowerCase() as SecretStatus];
}

/** The text key of a status word; an expired message was not received either, so it gets the more precise word. */
export const statusWordOf = {
  new: 'notReceived',
  received: 'received',
  burned: 'burned',
  expired: 'expired',
} as const satisfies Readonly<Record<SecretStatus, string>>;
