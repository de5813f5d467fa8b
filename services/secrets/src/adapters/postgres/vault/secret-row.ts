import type { SecretKind } from '../../../domain/secret/secret.ts';
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

/** Selects a `SecretRow` from `secrets.secret s`; needs `streamJoin`. */
export const secretColumns = `s.lookup, s.secret_id, s.short, s.kind, s.owner_ref, s.share_domain_id, s.flags, s.kdf,
  s.state, s.original_size, s.created, s.expires, coalesce(st.version, 0) as version,
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
