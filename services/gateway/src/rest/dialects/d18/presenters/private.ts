import type { NativeAnswers } from '../../../../answers/native-answer.ts';
import type { ShownMetadata } from '../../../calls/metadata-calls.ts';
import { endingOf, type MetadataReader, presentMetadata } from './metadata.ts';
import { restWord } from './rest-word.ts';
import { lifetimeText, naturalDate, secondsLeft, utcStamp } from './time-text.ts';

const LINES_WHILE_CLOSED = 4;

/** The creator's page; `value`: a generated one that is shown once more. Source: REST contract 5.5. */
export function presentPrivate(
  metadata: ShownMetadata,
  view: MetadataReader,
  value: string | null = null,
): NativeAnswers['private'] {
  const { links, now } = view;
  const { key, secretKey, shareDomain } = metadata;
  return {
    success: true,
    record: {
      ...presentMetadata(metadata, view),
      secret_key: secretKey,
      share_path: secretKey === null ? null : links.secretPath(secretKey),
      burn_path: links.burnPath(key),
      metadata_path: links.privatePath(key),
      share_domain: links.shareOrigin(shareDomain),
      shared: null,
      viewed: null,
      is_viewed: false,
      is_orphaned: false,
      secret_state: metadata.state === 'NEW' ? 'new' : null,
      natural_expiration: lifetimeText(metadata.secretTtl),
      expiration_in_seconds: metadata.secretTtl,
    },
    details: {
      ...presentDetails(metadata, now),
      ...whenShownAgain(metadata),
      secret_value: value,
      show_secret: value !== null,
    },
  };
}

function whenShownAgain({ generatedValueShown }: ShownMetadata) {
  return generatedValueShown === null ? {} : { generated_value_shown: generatedValueShown };
}

type Details = Omit<NativeAnswers['private']['details'], 'secret_value' | 'show_secret' | 'generated_value_shown'>;

function presentDetails(metadata: ShownMetadata, now: number): Details {
  const ending = endingOf(metadata.state);
  const isLinkShown = metadata.secretKey !== null;
  return {
    type: 'record',
    secret_realttl: metadata.state === 'NEW' ? secondsLeft(metadata.expiration, now) : null,
    title: 'You saved a secret',
    body_class: null,
    display_lines: LINES_WHILE_CLOSED,
    display_feedback: false,
    no_cache: true,
    is_received: ending.isReceived,
    is_burned: ending.isBurned,
    is_destroyed: ending.isDestroyed,
    is_expired: ending.isExpired,
    received_date: naturalOrNull(metadata.received, now),
    received_date_utc: stampOrNull(metadata.received),
    burned_date: naturalOrNull(metadata.burned, now),
    burned_date_utc: stampOrNull(metadata.burned),
    expired_date: naturalOrNull(metadata.expired, now),
    expired_date_utc: stampOrNull(metadata.expired),
    maxviews: 1,
    has_maxviews: false,
    view_count: ending.isReceived ? 1 : 0,
    has_passphrase: metadata.hasPassphrase,
    is_truncated: metadata.isTruncated,
    can_decrypt: metadata.state === 'NEW' && !metadata.hasPassphrase,
    show_secret_link: isLinkShown && metadata.recipients === null,
    show_metadata_link: isLinkShown,
    show_metadata: true,
    show_recipients: metadata.recipients !== null,
    is_owner: metadata.isOwner,
    is_by_owner_handle: metadata.isByOwnerHandle,
    is_locked: metadata.isLocked,
    ...presentEnding(metadata),
    ...presentTries(metadata),
    people_only: metadata.peopleOnly,
    deliveries: metadata.deliveries.map(({ status, at }) => ({ status: restWord(status), at })),
  };
}

/** Who ended it, and whether it arrived. */
function presentEnding({ deliveryConfirmed, confirmed, openedBy, burnedByOperator }: ShownMetadata) {
  return {
    delivery_confirmed: deliveryConfirmed,
    confirmed,
    opened_by: openedBy === null ? null : restWord(openedBy),
    burned_by_operator: burnedByOperator,
  };
}

/** Who tried in vain, and which programs came. */
function presentTries({ refusedOpenings, programs }: ShownMetadata) {
  return {
    refusals: refusedOpenings.map(({ reason, ...counted }) => ({ reason: restWord(reason), ...counted })),
    programs: programs.map(({ kind, ...counted }) => ({ kind: restWord(kind), ...counted })),
  };
}

function naturalOrNull(seconds: number | null, now: number): string | null {
  return seconds === null ? null : naturalDate(seconds, now);
}

function stampOrNull(seconds: number | null): string | null {
  return seconds === null ? null : utcStamp(seconds);
}
