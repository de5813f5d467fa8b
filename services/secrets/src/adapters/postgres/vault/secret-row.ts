import type { SecretKind } from '../../../domain/secret/secret.ts';
import type { MetadataEntry } from '../../../use-cases/metadata/metadata-entry.ts';
import type { StoredSecret } from '../../../use-cases/secret/stored-secret.ts';

/** Bits of `secret.flags`. */
export const secretFlags = { hasPassphrase: 1, isVerification: 2, isTruncated: 4 } as const;

/** `secret` as the reads select it, with the version of its stream and the database's time. */
export interface SecretRow {
  readonly lookup: Buffer;
  readonly secret_id: string;
  readonly short: string;
  readonly kind: SecretKind;
  readonly owner_ref: string | null;
  readonly share_domain_id: string | null;
  readonly flags: number;
  readonly kdf: number;
  readonly state: StoredSecret['state'];
  readonly original_size: number;
  readonly created: Date;
  readonly expires: Date;
  readonly version: number;
  readonly share_domain: string | null;
  readonly read_at: Date;
}

/**
 * Whether a secret can be opened, as reads of `secrets.secret s` see it: by `clock_timestamp()`, the time of the read and
 * not of its transaction. For good it is decided when the secret ends, by `../sql/claim_new_secret.sql`.
 */
export const openable = `s.state = 'new' and s.expires > clock_timestamp()`;

/** A secret past its lifetime reads as expired, whether or not the expiry sweeper has recorded it. */
export const stateNow = `case when s.state <> 'new' or (${openable}) then s.state else 'expired' end as state`;

/** Selects a `SecretRow` from `secrets.secret s`; needs `streamJoin`. */
export const secretColumns = `s.lookup, s.secret_id, s.short, s.kind, s.owner_ref, s.share_domain_id, s.flags, s.kdf,
  ${stateNow}, s.original_size, s.created, s.expires, coalesce(st.version, 0) as version,
  case when s.share_domain_id is not null then
    (select m.share_domain from secrets.metadata m where m.lookup = s.lookup) end as share_domain,
  clock_timestamp() as read_at`;
export const streamJoin = 'left join secrets.streams st on st.stream_id = s.secret_id';

export function toStoredSecret(row: SecretRow): StoredSecret {
  return {
    secretId: row.secret_id,
    shortkey: row.short,
    version: row.version,
    state: row.state,
    originalSize: row.original_size,
    shareDomain: row.share_domain,
    readAt: row.read_at,
    binding: {
      kind: row.kind,
      lookup: row.lookup,
      ownerRef: row.owner_ref,
      shareDomainId: row.share_domain_id,
      createdAt: row.created,
      expiresAt: row.expires,
      hasPassphrase: (row.flags & secretFlags.hasPassphrase) !== 0,
      isVerification: (row.flags & secretFlags.isVerification) !== 0,
      isTruncated: (row.flags & secretFlags.isTruncated) !== 0,
      kdf: row.kdf,
    },
  };
}

/** What the reads of a creator's view select: `metadataColumns`, and the link where it may be shown. */
export type MetadataRow = SecretRow & {
  readonly mshort: string;
  readonly linkbox: Buffer | null;
  readonly v: number;
  readonly recipients_obscured: string | null;
  readonly received_at: Date | null;
  readonly burned_at: Date | null;
  readonly expired_at: Date | null;
  readonly updated: Date;
  readonly delivery_confirmed: boolean | null;
  readonly ttl: number;
  readonly attempts: number;
  readonly e: number | null;
  readonly wshard: Buffer | null;
  readonly emails: number;
};

export function toMetadataEntry(row: MetadataRow): MetadataEntry {
  const { linkbox, wshard, e } = row;
  const isOpenable = linkbox !== null && wshard !== null && e !== null;
  return {
    secret: toStoredSecret(row),
    metadataShortkey: row.mshort,
    link: isOpenable ? { linkbox, kekVersion: row.v, wshard, epoch: e } : null,
    ttlSeconds: row.ttl,
    recipients: row.recipients_obscured,
    updatedAt: row.updated,
    receivedAt: row.received_at,
    burnedAt: row.burned_at,
    expiredAt: row.expired_at,
    deliveryConfirmed: row.delivery_confirmed,
    attempts: row.attempts,
    emailCount: row.emails,
  };
}

/** What a creator sees, but the link; from `secret s` and `metadata m`. Emails are looked for only where there are any. */
export const metadataColumns = `${secretColumns}, m.mshort, m.v, m.recipients_obscured, m.received_at, m.burned_at,
        m.expired_at, m.updated, m.delivery_confirmed, s.ttl, s.attempts,
        case when m.recipients_obscured is null then 0 else (
          select count(*)::int from secrets.delivery d where d.lookup = m.lookup) end as emails`;
export const noLink = 'null::bytea as linkbox, null::int as e, null::bytea as wshard';
