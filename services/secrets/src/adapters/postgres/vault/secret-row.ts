import type { MetadataEntry } from '../../../use-cases/metadata/metadata-entry.ts';
import type { SealedLink, SecretBinding } from '../../../use-cases/secret/secret-cipher.ts';
import type { StoredSecret } from '../../../use-cases/secret/stored-secret.ts';

/** Bits of `secret.flags`. */
export const secretFlags = { hasPassphrase: 1, isVerification: 2, isTruncated: 4 } as const;

type Flag = keyof typeof secretFlags;

/** `secret` as the reads select it, in the words of `StoredSecret`; flags are bits of one column. */
export type SecretRow = Omit<StoredSecret, 'binding'> & Omit<SecretBinding, Flag> & { readonly flags: number };

/**
 * Whether a secret can be opened, as reads of `secrets.secret s` see it: by `clock_timestamp()`, the time of the read and
 * not of its transaction. For good it is decided when the secret ends, by `../sql/claim_new_secret.sql`.
 */
export const openable = `s.state = 'new' and s.expires > clock_timestamp()`;

/** A secret past its lifetime reads as expired, whether or not the expiry sweeper has recorded it. */
export const stateNow = `case when s.state <> 'new' or (${openable}) then s.state else 'expired' end as state`;

const shareDomain = `case when s.share_domain_id is not null then
    (select m.share_domain from secrets.metadata m where m.lookup = s.lookup) end as "shareDomain"`;

/** What a recipient sees before opening; from `secrets.secret s`. */
export const gateColumns = `s.short as shortkey, s.flags, s.owner_ref as "ownerRef", ${shareDomain}`;

/** Selects a `SecretRow` from `secrets.secret s`; needs `streamJoin`. */
export const secretColumns = `${gateColumns}, s.lookup, s.secret_id as "secretId", s.kind,
  s.share_domain_id as "shareDomainId", s.kdf, ${stateNow}, s.original_size as "originalSize", s.created as "createdAt",
  s.expires as "expiresAt", coalesce(st.version, 0) as version, clock_timestamp() as "readAt"`;
export const streamJoin = 'left join secrets.streams st on st.stream_id = s.secret_id';

export function hasFlag({ flags }: { readonly flags: number }, flag: Flag): boolean {
  return (flags & secretFlags[flag]) !== 0;
}

/** The binding apart from the rest: a secret is sealed to it. */
export function toStoredSecret(row: SecretRow): StoredSecret {
  const { secretId, shortkey, version, state, originalSize, shareDomain: host, readAt } = row;
  const { kind, lookup, ownerRef, shareDomainId, createdAt, expiresAt, kdf } = row;
  const hasPassphrase = hasFlag(row, 'hasPassphrase');
  const isVerification = hasFlag(row, 'isVerification');
  const isTruncated = hasFlag(row, 'isTruncated');
  const bits = { hasPassphrase, isVerification, isTruncated };
  const binding = { kind, lookup, ownerRef, shareDomainId, createdAt, expiresAt, ...bits, kdf };
  return { secretId, shortkey, version, state, originalSize, shareDomain: host, readAt, binding };
}

/** What the reads of a creator's view select: `metadataColumns`, and the link where it may be shown. */
export type MetadataRow = SecretRow & Omit<MetadataEntry, 'secret' | 'link'> & Nullable<SealedLink>;

type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

export function toMetadataEntry(row: MetadataRow): MetadataEntry {
  const { metadataShortkey, ttlSeconds, recipients, updatedAt, receivedAt, burnedAt, expiredAt } = row;
  const { deliveryConfirmed, attempts, emailCount } = row;
  const shown = { metadataShortkey, ttlSeconds, recipients, updatedAt, receivedAt, burnedAt, expiredAt };
  return { secret: toStoredSecret(row), link: linkOf(row), ...shown, deliveryConfirmed, attempts, emailCount };
}

function linkOf({ linkbox, wshard, epoch }: Nullable<SealedLink>): SealedLink | null {
  const isOpenable = linkbox !== null && wshard !== null && epoch !== null;
  return isOpenable ? { linkbox, wshard, epoch } : null;
}

/** What a creator sees, but the link; from `secret s` and `metadata m`. Emails are looked for only where there are any. */
export const metadataColumns = `${secretColumns}, m.mshort as "metadataShortkey",
  m.recipients_obscured as recipients, m.received_at as "receivedAt", m.burned_at as "burnedAt",
  m.expired_at as "expiredAt", m.updated as "updatedAt", m.delivery_confirmed as "deliveryConfirmed",
  s.ttl as "ttlSeconds", s.attempts, case when m.recipients_obscured is null then 0 else (
    select count(*)::int from secrets.delivery d where d.lookup = m.lookup) end as "emailCount"`;
export const link = 'm.linkbox, sh.e as epoch, sh.wshard';
export const noLink = 'null::bytea as linkbox, null::int as epoch, null::bytea as wshard';
