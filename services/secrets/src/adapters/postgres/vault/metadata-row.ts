import type { Delivery, MetadataEntry } from '../../../use-cases/metadata/metadata-entry.ts';
import { type SecretRow, toStoredSecret } from './secret-row.ts';

/** What the reads of a creator's view select: `entryColumns`, and the link where it may be shown. */
export type MetadataRow = SecretRow & {
  readonly mshort: string;
  readonly linkbox: Buffer | null;
  readonly v: number;
  readonly recipients_obscured: string | null;
  readonly received_at: Date | null;
  readonly burned_at: Date | null;
  readonly expired_at: Date | null;
  readonly updated: Date;
  readonly delivery_confirmed: boolean | null;
  readonly ttl: number;
  readonly attempts: number;
  readonly e: number | null;
  readonly wshard: Buffer | null;
  readonly deliveries: readonly Delivery[] | null;
};

export function toMetadataEntry(row: MetadataRow): MetadataEntry {
  const { linkbox, wshard, e } = row;
  const isOpenable = linkbox !== null && wshard !== null && e !== null;
  return {
    secret: toStoredSecret(row),
    metadataShortkey: row.mshort,
    link: isOpenable ? { linkbox, kekVersion: row.v, wshard, epoch: e } : null,
    ttlSeconds: row.ttl,
    recipients: row.recipients_obscured,
    updatedAt: row.updated,
    receivedAt: row.received_at,
    burnedAt: row.burned_at,
    expiredAt: row.expired_at,
    deliveryConfirmed: row.delivery_confirmed,
    attempts: row.attempts,
    deliveries: row.deliveries ?? [],
  };
}
