import type { MetadataObject } from '@onceover/schema/rest/metadata';
import type { NativeAnswers } from '../../../../answers/native-answer.ts';
import type {
  MetadataFieldsFragment,
  RecentSecretsQuery,
  SubmitIncomingMutation,
} from '../../../../operations/operations.generated.ts';
import type { Links } from './links.ts';
import { restWord } from './rest-word.ts';
import { lifetimeText, naturalDate, utcStamp } from './time-text.ts';

/** The flags that follow from a state. Expired is not destroyed, as specified. */
export function endingOf(state: MetadataFieldsFragment['state']) {
  return {
    isReceived: state === 'RECEIVED',
    isBurned: state === 'BURNED',
    isDestroyed: state === 'RECEIVED' || state === 'BURNED',
    isExpired: state === 'EXPIRED',
  };
}

/** Who metadata is presented to: the links of their site, the time (Unix seconds) and their name. */
export interface MetadataReader {
  readonly links: Links;
  readonly now: number;
  readonly custid: string;
}

/** The Metadata object. Source: REST contract 4.1. */
export function presentMetadata(
  metadata: MetadataFieldsFragment,
  { links, now, custid }: MetadataReader,
): MetadataObject {
  const ending = endingOf(metadata.state);
  return {
    key: metadata.key,
    identifier: metadata.key,
    custid: creatorOf(metadata, custid),
    state: restWord(metadata.state),
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

/** Only the owner sees the owner's address. */
function creatorOf({ hasOwner, isOwner }: MetadataFieldsFragment, custid: string): string | null {
  if (!hasOwner) return 'anon';
  return isOwner ? custid : null;
}

/** The answer of burn: the Metadata object, and the same again under `metadata`. Source: REST contract 5.6. */
export function presentBurned(
  metadata: MetadataFieldsFragment,
  given: MetadataReader & { readonly shrimp: string },
): NativeAnswers['burned'] {
  const presented = presentMetadata(metadata, given);
  return {
    success: true,
    shrimp: given.shrimp,
    custid: given.custid,
    record: { ...presented, metadata: presented },
    details: {},
  };
}

type Submitted = Extract<SubmitIncomingMutation['submitIncoming'], { readonly __typename: 'IncomingSubmitted' }>;

/** The answer to a secret submitted for the support desk. Source: REST contract 8. */
export function presentIncoming(
  submitted: Submitted,
  given: MetadataReader & { readonly shrimp: string },
): NativeAnswers['incoming'] {
  return {
    success: true,
    shrimp: given.shrimp,
    custid: given.custid,
    record: { metadata: presentMetadata(submitted.metadata, given) },
    details: { ticketno: submitted.ticketNumber, recipient_safe: [submitted.recipient] },
  };
}

const THIRTY_DAYS = 30 * 86_400;

/** The caller's secrets of the last 30 days, whole and in two groups. Units: `now` in Unix seconds. Source: REST contract 5.4. */
export function presentRecent(
  { nodes, pageInfo }: RecentSecretsQuery['recentSecrets'],
  view: MetadataReader,
): NativeAnswers['recent'] {
  const newestFirst = nodes.map((metadata) => presentMetadata(metadata, view));
  // Within a second the graph's order decides.
  const records = newestFirst.toReversed().sort((one, other) => one.created - other.created);
  const received = newestFirst.filter(({ is_destroyed }) => is_destroyed);
  return {
    success: true,
    custid: view.custid,
    count: records.length,
    records,
    details: {
      since: view.now - THIRTY_DAYS,
      now: stampOf(view.now),
      has_items: records.length > 0,
      received: received.sort((one, other) => other.updated - one.updated),
      notreceived: records.filter(({ is_destroyed }) => !is_destroyed),
      has_more: pageInfo.hasNextPage,
    },
  };
}

/** `2030-03-17 17:46:40 +0000`. */
function stampOf(seconds: number): string {
  const text = new Date(seconds * 1000).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)} +0000`;
}
