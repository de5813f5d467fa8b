import { isLockedAfter } from '../../domain/secret/passphrase-attempts.ts';
import type { SecretEnding } from '../../domain/secret/secret.ts';
import type { ShownRefusedOpening } from '../reveal/refused-openings.ts';
import type { StoredSecret } from '../secret/stored-secret.ts';
import type { MetadataEntry, SecretOpener } from './metadata-entry.ts';

/** The creator's view of a secret. Instants in milliseconds since 1970, so that it also travels as JSON. */
export interface MetadataView {
  /** Names the secret in events, and to the services that know more of it; grants nothing. */
  readonly secretId: string;
  readonly key: string;
  readonly shortkey: string;
  readonly secretShortkey: string;
  readonly state: 'new' | SecretEnding;
  /** For the share link; null once there is nothing to open. */
  readonly secretKey: string | null;
  readonly ttlSeconds: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly expiresAt: number;
  readonly receivedAt: number | null;
  readonly burnedAt: number | null;
  readonly expiredAt: number | null;
  readonly hasPassphrase: boolean;
  readonly isTruncated: boolean;
  readonly recipients: string | null;
  readonly shareDomain: string | null;
  /** How many emails with the link were asked for. */
  readonly emailCount: number;
  readonly isOwner: boolean;
  readonly hasOwner: boolean;
  /** Whether `key` is an owner handle. */
  readonly isByOwnerHandle: boolean;
  readonly isLocked: boolean;
  readonly deliveryConfirmed: boolean | null;
  readonly openedBy: SecretOpener | null;
  readonly confirmedAt: number | null;
  /** Oldest first. */
  readonly refusedOpenings: readonly ShownRefusedOpening[];
  /** The owner's private label; absent where it was not read. */
  readonly label?: string | null;
}

/** Who looks, by which key, and the share link's key where it may be shown. */
type Looking = Pick<MetadataView, 'key' | 'isOwner' | 'isByOwnerHandle' | 'secretKey'>;

type ShownEntry = Omit<MetadataEntry, 'secret' | 'link'> & {
  readonly secret: Pick<StoredSecret, 'secretId' | 'shortkey' | 'state' | 'binding' | 'shareDomain'>;
};

export function metadataViewOf(entry: ShownEntry, looking: Looking): MetadataView {
  const { secret, expiredAt } = entry;
  const { state, binding } = secret;
  const isUnrecordedExpiry = state === 'expired' && expiredAt === null;
  return {
    ...looking,
    secretId: secret.secretId,
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
    emailCount: entry.emailCount,
    hasOwner: binding.ownerRef !== null,
    isLocked: state === 'new' && isLockedAfter(entry.attempts),
    deliveryConfirmed: entry.deliveryConfirmed,
    openedBy: entry.openedBy,
    confirmedAt: entry.confirmedAt?.getTime() ?? null,
    refusedOpenings: entry.refusedOpenings,
  };
}
