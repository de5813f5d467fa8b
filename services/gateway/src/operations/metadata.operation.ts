import type { StoredOperation } from './stored-operation.ts';

export interface MetadataData {
  readonly key: string;
  readonly shortkey: string;
  readonly secretShortkey: string;
  readonly state: 'NEW' | 'RECEIVED' | 'BURNED' | 'EXPIRED';
  readonly secretKey: string | null;
  readonly secretTtl: number;
  readonly created: number;
  readonly updated: number;
  readonly expiration: number;
  readonly received: number | null;
  readonly burned: number | null;
  readonly expired: number | null;
  readonly hasPassphrase: boolean;
  readonly isTruncated: boolean;
  readonly recipients: string | null;
  readonly shareDomain: string | null;
  readonly isOwner: boolean;
  readonly hasOwner: boolean;
  readonly isLocked: boolean;
  readonly deliveryConfirmed: boolean | null;
}

/** What only the creator's page shows beside that. */
export interface ShownMetadataData extends MetadataData {
  readonly isByOwnerHandle: boolean;
  readonly deliveries: readonly { readonly status: 'QUEUED' | 'SENT' | 'FAILED' | 'SUPPRESSED'; readonly at: number }[];
}

/** Every field of Metadata that `/api/v2` shows. */
export const metadataFields = `
  key shortkey secretShortkey state secretKey secretTtl created updated expiration received burned expired
  hasPassphrase isTruncated recipients shareDomain isOwner hasOwner isLocked deliveryConfirmed`;

export const showMetadata: StoredOperation<{ key: string }, { metadata: ShownMetadataData | null }> = {
  name: 'ShowMetadata',
  document: `query ShowMetadata($key: String!) {
    metadata(key: $key) {${metadataFields} isByOwnerHandle deliveries { status at } }
  }`,
};
