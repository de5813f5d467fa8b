import type { MetadataObject } from '@onceover/schema/rest/metadata';
import type { SealState } from '../ui/seal.tsx';

/** What became of a message. Received and burned both mean destroyed. */
export type SecretStatus = MetadataObject['state'];

type StatusFlags = Pick<MetadataObject, 'is_received' | 'is_burned' | 'is_expired'>;

export function statusOf(record: StatusFlags): SecretStatus {
  if (record.is_received) return 'received';
  if (record.is_burned) return 'burned';
  return record.is_expired ? 'expired' : 'new';
}

/** The seal that stands for a status. */
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
