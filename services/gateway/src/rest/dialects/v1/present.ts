import type { V1Object } from '@onceover/schema/rest/v1';
import type { NativeAnswers } from '../../../answers/native-answer.ts';
import type { MetadataFieldsFragment, RecentSecretsQuery } from '../../../operations/operations.generated.ts';
import type { Concealed, Revealed } from '../../calls/secret-calls.ts';
import type { Links } from '../d18/presenters/links.ts';
import type { MetadataReader } from '../d18/presenters/metadata.ts';
import { restWord } from '../d18/presenters/rest-word.ts';
import { secondsLeft } from '../d18/presenters/time-text.ts';

/** What an object says only in some states or answers. */
type Told = Pick<V1Object, 'secret_key' | 'secret_ttl' | 'received' | 'passphrase_required' | 'value'>;

/**
 * The v1 object, later names behind the old ones. `isListed`: among recent ones, where nothing is told of a link. `value`: a generated one.
 *
 * Units   seconds left are whole
 * Source  dialects 3
 */
export function presentV1(
  metadata: MetadataFieldsFragment,
  reader: MetadataReader,
  { isListed = false, value }: { readonly isListed?: boolean; readonly value?: string | null } = {},
): V1Object {
  const told = { ...toldOf(metadata, reader.now, isListed), ...(value != null && { value }) };
  const { secret_key, secret_ttl, received, passphrase_required } = told;
  const metadataTtl = secondsLeft(metadata.created + metadata.metadataTtl, reader.now);
  const url = reader.links.privateUrl(metadata.key);
  const recipients = metadata.recipients === null ? [] : metadata.recipients.split(', ');
  return {
    custid: creatorOf(metadata, reader.custid),
    metadata_key: metadata.key,
    ...(secret_key !== undefined && { secret_key }),
    ttl: metadata.secretTtl,
    metadata_ttl: metadataTtl,
    ...(secret_ttl !== undefined && { secret_ttl }),
    metadata_url: url,
    state: restWord(metadata.state),
    updated: metadata.updated,
    created: metadata.created,
    ...(received !== undefined && { received }),
    recipient: recipients,
    share_domain: '',
    ...(passphrase_required !== undefined && { passphrase_required }),
    ...(value != null && { value }),
    identifier: metadata.key,
    ...(secret_key !== undefined && { secret_identifier: secret_key }),
    ...(passphrase_required !== undefined && { has_passphrase: passphrase_required }),
    recipients,
    receipt_ttl: metadataTtl,
    receipt_url: url,
    ...(value != null && { secret_value: value }),
  };
}

/** Of one that can still be opened, of one that was, and of one that ended unread. */
function toldOf(metadata: MetadataFieldsFragment, now: number, isListed: boolean): Told {
  if (metadata.state === 'RECEIVED') return { received: metadata.received ?? metadata.updated };
  if (metadata.state !== 'NEW') return { secret_ttl: null };
  const secret_ttl = secondsLeft(metadata.expiration, now);
  if (isListed) return { secret_ttl };
  const link = metadata.secretKey === null ? {} : { secret_key: metadata.secretKey };
  return { ...link, secret_ttl, passphrase_required: metadata.hasPassphrase };
}

/** `anon` for what a visitor created; otherwise the address for its owner alone. */
function creatorOf({ hasOwner, isOwner }: MetadataFieldsFragment, custid: string): string {
  if (!hasOwner) return 'anon';
  return isOwner ? custid : '';
}

/** The answer of share, create and generate. At this moment nothing of the lifetimes is over. */
export function presentV1Concealed({ metadata, secretKey, value }: Concealed, reader: MetadataReader): V1Object {
  return presentV1({ ...metadata, secretKey }, { ...reader, now: metadata.created }, { value });
}

/** The answer that carries the content. */
export function presentV1Revealed(
  key: string,
  { value, shareDomain }: Revealed,
  links: Links,
): NativeAnswers['v1Value'] {
  return {
    value,
    secret_key: key,
    share_domain: links.shareOrigin(shareDomain),
    secret_identifier: key,
    secret_value: value,
  };
}

/** The caller's secrets of the last 30 days, oldest first. */
export function presentV1Recent(
  { nodes }: RecentSecretsQuery['recentSecrets'],
  reader: MetadataReader,
): NativeAnswers['v1Recent'] {
  const newestFirst = nodes.map((metadata) => presentV1(metadata, reader, { isListed: true }));
  return newestFirst.toReversed().sort((one, other) => one.created - other.created);
}
