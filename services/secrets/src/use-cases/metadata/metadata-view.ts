import { isLockedAfter } from '../../domain/secret/passphrase-attempts.ts';
import type { SecretBinding } from '../secret/secret-cipher.ts';
import type { StoredSecret } from '../secret/stored-secret.ts';
import type { MetadataEntry } from './metadata-entry.ts';

/** What the view shows as it is stored. `secretId` names the secret in events, and to the services that know more of it. */
type AsStored = Pick<StoredSecret, 'secretId' | 'state' | 'shareDomain' | 'isPeopleOnly'> &
  Pick<SecretBinding, 'hasPassphrase' | 'isTruncated'> &
  Pick<
    MetadataEntry,
    | 'ttlSeconds'
    | 'recipients'
    | 'emailCount'
    | 'deliveryConfirmed'
    | 'openedBy'
    | 'burnedByOperator'
    | 'refusedOpenings'
    | 'programs'
  >;

/** The creator's view of a secret. Instants in milliseconds since 1970, so that it also travels as JSON. */
export interface MetadataView extends AsStored {
  readonly key: string;
  readonly kind: 'share' | 'generate';
  readonly shortkey: string;
  readonly secretShortkey: string;
  /** For the share link; null once there is nothing to open. */
  readonly secretKey: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly expiresAt: number;
  readonly receivedAt: number | null;
  readonly burnedAt: number | null;
  readonly expiredAt: number | null;
  readonly confirmedAt: number | null;
  readonly valueShownAt: number | null;
  readonly isOwner: boolean;
  readonly hasOwner: boolean;
  /** Whether `key` is an owner handle. */
  readonly isByOwnerHandle: boolean;
  readonly isLocked: boolean;
  /** It was read after a commit: if anything more of it cannot be read, the outcome is unknown to whoever asked. */
  readonly isAfterCommit?: true;
  /** The owner's private label; absent where it was not read. */
  readonly label?: string | null;
}

/** Who looks, by which key, and the share link's key where it may be shown. */
type Looking = Pick<MetadataView, 'key' | 'isOwner' | 'isByOwnerHandle' | 'secretKey'>;

type ShownEntry = Omit<MetadataEntry, 'secret' | 'link'> & {
  readonly secret: Pick<StoredSecret, 'secretId' | 'shortkey' | 'state' | 'binding' | 'shareDomain' | 'isPeopleOnly'>;
};

export function metadataViewOf(entry: ShownEntry, looking: Looking): MetadataView {
  const { secret, expiredAt } = entry;
  const { state, binding } = secret;
  const isUnrecordedExpiry = state === 'expired' && expiredAt === null;
  return {
    ...looking,
    secretId: secret.secretId,
    kind: binding.kind === 'generate' ? 'generate' : 'share',
    shortkey: entry.metadataShortkey,
    secretShortkey: secret.shortkey,
    state,
    secretKey: state === 'new' ? looking.secretKey : null,
    ttlSeconds: entry.ttlSeconds,
    createdAt: binding.createdAt.getTime(),
    updatedAt: (isUnrecordedExpiry ? binding.expiresAt : entry.updatedAt).getTime(),
    expiresAt: binding.expiresAt.getTime(),
    receivedAt: entry.receivedAt?.getTime() ?? null,
    burnedAt: entry.burnedAt?.getTime() ?? null,
    expiredAt: state === 'expired' ? (expiredAt ?? binding.expiresAt).getTime() : null,
    hasPassphrase: binding.hasPassphrase,
    isTruncated: binding.isTruncated,
    recipients: entry.recipients,
    shareDomain: secret.shareDomain,
    isPeopleOnly: secret.isPeopleOnly,
    emailCount: entry.emailCount,
    hasOwner: binding.ownerRef !== null,
    isLocked: state === 'new' && isLockedAfter(entry.attempts),
    deliveryConfirmed: entry.deliveryConfirmed,
    openedBy: entry.openedBy,
    burnedByOperator: entry.burnedByOperator,
    confirmedAt: entry.confirmedAt?.getTime() ?? null,
    valueShownAt: entry.valueShownAt?.getTime() ?? null,
    refusedOpenings: entry.refusedOpenings,
    programs: entry.programs,
  };
}
