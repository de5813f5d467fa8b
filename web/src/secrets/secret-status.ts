/** What became of a message. Received and burned both mean destroyed. */
export type SecretStatus = 'new' | 'received' | 'burned' | 'expired';

interface StatusFlags {
  readonly is_received: boolean;
  readonly is_burned: boolean;
  readonly is_expired: boolean;
}

export function statusOf(record: StatusFlags): SecretStatus {
  if (record.is_received) return 'received';
  if (record.is_burned) return 'burned';
  return record.is_expired ? 'expired' : 'new';
}
