import type { ProgramKind, RefusedOpeningReason } from '@onceover/schema/events/secrets';
import { isProgramKind } from '../../../domain/secret/refused-openings.ts';
import type { SecretEnding } from '../../../domain/secret/secret.ts';
import type { MetadataEntry } from '../../../use-cases/metadata/metadata-entry.ts';
import type { ShownProgram, ShownRefusedOpening } from '../../../use-cases/reveal/refused-openings.ts';
import type { SealedLink, SecretBinding } from '../../../use-cases/secret/secret-cipher.ts';
import type { StoredSecret } from '../../../use-cases/secret/stored-secret.ts';
import { flagsOf, type secretFlags } from '../../secret-flags.ts';

/** `secret` as the reads select it, in the words of `StoredSecret`; flags are bits of one column. */
export type SecretRow = Omit<StoredSecret, 'binding'> &
  Omit<SecretBinding, keyof typeof secretFlags> & { readonly flags: number };

/**
 * Whether a secret can be opened, as reads of `secrets.secret s` see it: by `clock_timestamp()`, the time of the read and
 * not of its transaction. For good it is decided when the secret ends, by `../sql/end_secrets.sql`.
 */
export const openable = `s.state = 'new' and s.expires > clock_timestamp()`;

/** A secret past its lifetime reads as expired, whether or not the expiry sweeper has recorded it. */
export const stateNow = `case when s.state <> 'new' or (${openable}) then s.state else 'expired' end as state`;

/** What a recipient sees before opening; from `secrets.secret s`. */
export const gateColumns = `s.short as shortkey, s.flags, s.owner_ref as "ownerRef", s.share_domain as "shareDomain",
  s.created as "createdAt", s.expires as "expiresAt"`;

/** Selects a `SecretRow` from `secrets.secret s`. */
export const secretColumns = `${gateColumns}, s.lookup, s.secret_id as "secretId", s.kind,
  s.share_domain_id as "shareDomainId", s.kdf, ${stateNow}, s.original_size as "originalSize", s.version, s.people_only is true as "isPeopleOnly", clock_timestamp() as "readAt"`;

/** The binding apart from the rest: a secret is sealed to it. */
export function toStoredSecret(row: SecretRow): StoredSecret {
  const { secretId, shortkey, version, state, originalSize, shareDomain: host, isPeopleOnly, readAt } = row;
  const { kind, lookup, ownerRef, shareDomainId, createdAt, expiresAt, kdf } = row;
  const binding = { kind, lookup, ownerRef, shareDomainId, createdAt, expiresAt, ...flagsOf(row.flags), kdf };
  return { secretId, shortkey, version, state, originalSize, shareDomain: host, isPeopleOnly, readAt, binding };
}

type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

/** What the reads of a creator's view select: `metadataColumns`, and the link where it may be shown. */
export type MetadataRow = SecretRow &
  Omit<MetadataEntry, 'secret' | 'link' | 'refusedOpenings' | 'programs'> &
  Nullable<SealedLink> & { readonly countedTries: readonly CountedTry[] };

/** How often something was counted, by the word of the row that counts it; when first and last, in milliseconds since 1970. */
export interface CountedTry {
  readonly reason: RefusedOpeningReason | ProgramKind;
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

export function toMetadataEntry({ countedTries, ...row }: MetadataRow): MetadataEntry {
  return { ...row, ...byWhat(countedTries), secret: toStoredSecret(row), link: linkOf(row) };
}

/** Programs are counted beside refused openings, under words of their own. */
export function byWhat(tries: readonly CountedTry[]): Pick<MetadataEntry, 'refusedOpenings' | 'programs'> {
  const refusedOpenings: ShownRefusedOpening[] = [];
  const programs: ShownProgram[] = [];
  for (const { reason, ...counted } of tries) {
    if (isProgramKind(reason)) programs.push({ kind: reason, ...counted });
    else refusedOpenings.push({ reason, ...counted });
  }
  return { refusedOpenings, programs };
}

function linkOf({ linkbox, wshard, epoch }: Nullable<SealedLink>): SealedLink | null {
  return linkbox !== null && wshard !== null && epoch !== null ? { linkbox, wshard, epoch } : null;
}

/** Whether a colonel burned it; from `secrets.secret s`. */
export const burnedByOperator = `case when s.state = 'burned' then coalesce((select (e.data->>'byOperator')::boolean
  from secrets.events e where e.stream_id = s.secret_id and e.type = 'secret.burned'), false) else false end`;

/** How often opening it was refused, and programs came, oldest first; from `secrets.secret s`. */
export const countedTries = `(
    select coalesce(jsonb_agg(jsonb_build_object('reason', f.reason, 'count', f.count,
      'first', ${milliseconds('f.first_at')}, 'last', ${milliseconds('f.last_at')})
      order by f.first_at, f.reason), '[]')
    from secrets.refused_opening f where f.secret_id = s.secret_id)`;

/** What a creator sees, but the link; from `secrets.secret s`. Emails are looked for only where there are any. */
export const metadataColumns = `${secretColumns}, s.mshort as "metadataShortkey", s.recipients_obscured as recipients,
  ${endedAs('received')} as "receivedAt", ${endedAs('burned')} as "burnedAt", ${endedAs('expired')} as "expiredAt",
  coalesce(s.ended_at, s.created) as "updatedAt", s.delivery_confirmed as "deliveryConfirmed",
  s.confirmed_at as "confirmedAt", s.value_shown as "valueShownAt", case when s.state = 'received' then (
    select e.data->>'by' from secrets.events e where e.stream_id = s.secret_id and e.type = 'secret.received') end as "openedBy",
  ${burnedByOperator} as "burnedByOperator",
  s.ttl as "ttlSeconds", s.attempts, ${countedTries} as "countedTries",
  case when s.recipients_obscured is null then 0 else (
    select count(*)::int from secrets.delivery d where d.lookup = s.lookup) end as "emailCount"`;
/** The link of a secret that can be opened. */
export const link = `case when ${openable} then s.linkbox end as linkbox, s.e as epoch, s.wshard`;
export const noLink = 'null::bytea as linkbox, null::int as epoch, null::bytea as wshard';

function milliseconds(column: string): string {
  return `floor(extract(epoch from ${column}) * 1000)`;
}

function endedAs(ending: SecretEnding): string {
  return `case when s.state = '${ending}' then s.ended_at end`;
}
