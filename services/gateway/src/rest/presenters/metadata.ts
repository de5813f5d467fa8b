import type { MetadataObject } from '@onceover/schema/rest/metadata';
import type { MetadataFieldsFragment } from '../../operations/operations.generated.ts';
import type { Links } from './links.ts';
import { lifetimeText, naturalDate, utcStamp } from './time-text.ts';

const states = { NEW: 'new', RECEIVED: 'received', BURNED: 'burned', EXPIRED: 'expired' } as const;

/** The flags that follow from a state. Expired is not destroyed, as specified. */
export function endingOf(state: MetadataFieldsFragment['state']) {
  return {
    isReceived: state === 'RECEIVED',
    isBurned: state === 'BURNED',
    isDestroyed: state === 'RECEIVED' || state === 'BURNED',
    isExpired: state === 'EXPIRED',
  };
}

/** How somebody looks at metadata: from which site, when (Unix seconds), and who they are. */
export interface MetadataView {
  readonly links: Links;
  readonly now: number;
  readonly custid: string;
}

/** The Metadata object. Source: REST contract 4.1. */
export function presentMetadata(
  metadata: MetadataFieldsFragment,
  { links, now, custid }: MetadataView,
): MetadataObject {
  const ending = endingOf(metadata.state);
  return {
    key: metadata.key,
    identifier: metadata.key,
    custid: creatorOf(metadata, custid),
    state: states[metadata.state],
    shortkey: metadata.shortkey,
    secret_shortkey: metadata.secretShortkey,
    secret_ttl: metadata.secretTtl,
    share_domain: metadata.shareDomain,
    created: metadata.created,
    updated: metadata.updated,
    expiration: metadata.expiration,
    received: metadata.received,
    burned: metadata.burned,
    recipients: metadata.recipients,
    show_recipients: metadata.recipients !== null,
    is_received: ending.isReceived,
    is_burned: ending.isBurned,
    is_destroyed: ending.isDestroyed,
    is_expired: ending.isExpired,
    is_truncated: metadata.isTruncated,
    expiration_stamp: lifetimeText(metadata.secretTtl),
    created_date_utc: utcStamp(metadata.created),
    stamp: naturalDate(metadata.updated, now),
    uri: links.privateUrl(metadata.key),
    metadata_url: links.privateUrl(metadata.key),
    burn_url: links.burnUrl(metadata.key),
    share_url: metadata.secretKey === null ? null : links.shareUrl(metadata.secretKey, metadata.shareDomain),
  };
}

/** The owner's address is for the owner alone. */
function creatorOf({ hasOwner, isOwner }: MetadataFieldsFragment, custid: string): string | null {
  if (!hasOwner) return 'anon';
  return isOwner ? custid : null;
}
