import type { ReceiptObject } from '@onceover/schema/rest/later';
import type { NativeAnswers } from '../../../answers/native-answer.ts';
import type { MetadataFieldsFragment, RecentSecretsQuery } from '../../../operations/operations.generated.ts';
import type { ShownMetadata } from '../../calls/metadata-calls.ts';
import { endingOf, type MetadataReader, presentMetadata } from '../d18/presenters/metadata.ts';
import { lifetimeText, secondsLeft } from '../d18/presenters/time-text.ts';

/** How an opened secret is called; it depends on the path. */
export type OpenedWord = 'received' | 'revealed';

/** Who a receipt is presented to. */
export interface LaterReader extends MetadataReader {
  readonly opened: OpenedWord;
}

/**
 * The Receipt object. `secretKey`: while it may be shown, null, or undefined where the answer has no such member.
 *
 * Source  dialects 4
 */
export function presentReceipt(
  metadata: MetadataFieldsFragment,
  reader: LaterReader,
  secretKey?: string | null,
): ReceiptObject {
  const presented = presentMetadata(metadata, reader);
  const { received, is_received, is_burned, is_expired, shortkey, secret_shortkey } = presented;
  return {
    ...presented,
    custid: null,
    state: is_received ? reader.opened : presented.state,
    is_destroyed: is_received || is_burned || is_expired,
    shortid: shortkey,
    secret_shortid: secret_shortkey,
    ...(secretKey === undefined ? {} : { secret_identifier: secretKey }),
    owner_id: null,
    metadata_ttl: metadata.metadataTtl,
    receipt_ttl: metadata.metadataTtl,
    lifespan: metadata.metadataTtl,
    shared: null,
    previewed: null,
    viewed: null,
    is_previewed: false,
    is_viewed: false,
    is_orphaned: false,
    revealed: received,
    is_revealed: is_received,
    recipient_name: null,
    source: null,
    memo: metadata.label,
    has_passphrase: metadata.hasPassphrase,
    kind: metadata.kind === 'GENERATE' ? 'generate' : 'conceal',
  };
}

/** A receipt that is asked for alone, with its paths. */
function presentPage(metadata: MetadataFieldsFragment, reader: LaterReader, secretKey?: string | null) {
  const { links } = reader;
  const receipt = presentReceipt(metadata, reader, secretKey);
  const page = `/${links.privatePath(metadata.key)}`;
  return {
    ...receipt,
    secret_state: metadata.state === 'NEW' ? ('new' as const) : null,
    natural_expiration: lifetimeText(metadata.secretTtl),
    expiration_in_seconds: metadata.secretTtl,
    share_path: metadata.secretKey === null ? null : `/${links.secretPath(metadata.secretKey)}`,
    burn_path: `/${links.burnPath(metadata.key)}`,
    receipt_path: page,
    metadata_path: page,
    receipt_url: links.privateUrl(metadata.key),
  };
}

const LINES_WHILE_CLOSED = 4;

const plain = {
  type: 'record',
  display_lines: LINES_WHILE_CLOSED,
  no_cache: true,
  first_access: null,
  last_access: null,
  secret_value: null,
  show_secret: false,
} as const;

/** GET …/receipt/{key}; `value`: a generated one that is shown once more. Source: dialects 4, 6. */
export function presentReceiptPage(
  metadata: ShownMetadata,
  reader: LaterReader,
  value: string | null = null,
): NativeAnswers['laterReceipt'] {
  const { secretKey, hasPassphrase, state, recipients } = metadata;
  const isShown = secretKey !== null;
  return {
    success: true,
    record: presentPage(metadata, reader, secretKey ?? undefined),
    details: {
      ...plain,
      secret_realttl: state === 'NEW' ? secondsLeft(metadata.expiration, reader.now) : null,
      view_count: endingOf(state).isReceived ? 1 : 0,
      has_passphrase: hasPassphrase,
      can_decrypt: state === 'NEW' && !hasPassphrase,
      secret_value: value,
      show_secret: value !== null,
      show_secret_link: isShown && recipients === null,
      show_receipt_link: isShown,
      show_metadata_link: isShown,
      show_receipt: true,
      show_metadata: true,
      show_recipients: recipients !== null,
    },
  };
}

/** POST …/receipt/{key}/burn. */
export function presentLaterBurned(
  metadata: MetadataFieldsFragment,
  reader: LaterReader & { readonly shrimp: string },
): NativeAnswers['laterBurned'] {
  return {
    success: true,
    shrimp: reader.shrimp,
    custid: reader.custid,
    record: presentPage(metadata, reader, null),
    details: {
      ...plain,
      title: 'Secret burned',
      secret_realttl: null,
      view_count: 0,
      has_passphrase: false,
      can_decrypt: false,
      show_secret_link: false,
      show_receipt_link: false,
      show_metadata_link: false,
      show_receipt: false,
      show_metadata: false,
      show_recipients: false,
    },
  };
}

const THIRTY_DAYS = 30 * 86_400;

/** GET …/receipt/recent: the caller's secrets of the last 30 days, what changed last first. */
export function presentLaterRecent(
  { nodes }: RecentSecretsQuery['recentSecrets'],
  reader: LaterReader,
): NativeAnswers['laterRecent'] {
  const receipts = nodes.map((metadata) => presentReceipt(metadata, reader, null));
  const records = receipts.sort((one, other) => other.updated - one.updated);
  return {
    success: true,
    custid: null,
    count: records.length,
    records,
    details: {
      type: 'list',
      scope: null,
      scope_label: null,
      since: reader.now - THIRTY_DAYS,
      now: reader.now,
      has_items: records.length > 0,
      revealed_receipts: records.filter(({ is_destroyed }) => is_destroyed),
      pending_receipts: records.filter(({ is_destroyed }) => !is_destroyed),
    },
  };
}
