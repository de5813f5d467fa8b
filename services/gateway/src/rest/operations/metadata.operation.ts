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
  readonly isLocked: boolean;
  readonly deliveryConfirmed: boolean | null;
}

/** Every field of Metadata that `/api/v2` shows. */
export const metadataFields = `
  key shortkey secretShortkey state secretKey secretTtl created updated expiration received burned expired
  hasPassphrase isTruncated recipients shareDomain isOwner isLocked deliveryConfirmed`;

export const showMetadata: StoredOperation<{ key: string }, { metadata: MetadataData | null }> = {
  name: 'ShowMetadata',
  document: `query ShowMetadata($key: String!) { metadata(key: $key) {${metadataFields} } }`,
};
