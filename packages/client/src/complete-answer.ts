import type {
  BurnAnswer,
  ConcealAnswer,
  LookAnswer,
  Metadata,
  MetadataAnswer,
  RecentAnswer,
  RevealAnswer,
} from './answers.ts';
import { badAnswer, OnceoverError } from './onceover-error.ts';

/**
 * Puts in what Onetime Secret v0.18 leaves out of its answers, so that callers find every member that the types have. What came
 * is kept. Source: REST contract 4.1, 5.2, 5.5 and 9 (C2, C10, C11, C18).
 */

type Members = Readonly<Record<string, unknown>>;

/** Members of `given` that are there, over those of `absent`; null stands for nothing where something is known. */
function completed<T>(given: unknown, absent: Members): T {
  const there = Object.entries(membersOf(given)).filter(([name, value]) => value != null || absent[name] == null);
  return { ...absent, ...Object.fromEntries(there) } as T;
}

export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

/** An original server calls a secret that its creator has seen `viewed`; it can still be opened. */
function stateOf(state: unknown): Metadata['state'] {
  return state === 'received' || state === 'burned' || state === 'expired' ? state : 'new';
}

export function completeMetadata(given: unknown, server: string): Metadata {
  const members = membersOf(given);
  const { key, created, secret_ttl: ttl } = members;
  const state = stateOf(members.state);
  const uri = `${server}/private/${String(key)}`;
  const isGone = state === 'received' || state === 'burned';
  const complete = completed<Metadata>(members, {
    identifier: key,
    custid: null,
    share_domain: null,
    expiration: Number(created) + Number(ttl),
    received: null,
    burned: null,
    recipients: null,
    show_recipients: false,
    is_received: state === 'received',
    is_burned: state === 'burned',
    is_destroyed: isGone,
    is_expired: state === 'expired',
    is_truncated: false,
    uri,
    metadata_url: uri,
    burn_url: `${uri}/burn`,
    share_url: null,
  });
  return { ...complete, state };
}

/** `shown` is the creator's view, where conceal itself did not say the key of the secret. */
export function completeConcealed(answer: unknown, server: string, shown: MetadataAnswer | undefined): ConcealAnswer {
  const { record, details, ...envelope } = membersOf(answer);
  const given = membersOf(record);
  const metadata = completeMetadata(given.metadata, server);
  const key = membersOf(given.secret).key ?? shown?.record.secret_key;
  const secret = completed<ConcealAnswer['record']['secret']>(given.secret, {
    key,
    identifier: key,
    shortkey: metadata.secret_shortkey,
    state: 'new',
    secret_ttl: metadata.secret_ttl,
    lifespan: metadata.secret_ttl,
    created: metadata.created,
    updated: metadata.updated,
    is_truncated: shown?.details.is_truncated ?? metadata.is_truncated,
    has_passphrase: shown?.details.has_passphrase ?? false,
    verification: false,
  });
  const share_url = metadata.share_url ?? shown?.record.share_url ?? `${server}/secret/${String(key)}`;
  return {
    ...envelope,
    record: { share_domain: null, ...given, metadata: { ...metadata, share_url }, secret },
    details: completed(details, { kind: 'share', recipient: [], recipient_safe: [], ttl_adjusted: false }),
  } as ConcealAnswer;
}

export function completeShown(answer: unknown, server: string): MetadataAnswer {
  const { record, details, ...rest } = membersOf(answer);
  const given = membersOf(record);
  const metadata = completeMetadata(record, server);
  const key = metadata.state === 'new' ? given.secret_key : null;
  return {
    ...rest,
    record: {
      ...completed<Members>(given, { secret_key: null, share_path: null, share_domain: server }),
      ...metadata,
      share_domain: given.share_domain ?? server,
      secret_key: key ?? null,
      share_url: metadata.share_url ?? (key == null ? null : `${server}/secret/${String(key)}`),
    },
    details: completed(details, {
      is_received: metadata.is_received,
      is_burned: metadata.is_burned,
      is_destroyed: metadata.is_destroyed,
      is_expired: metadata.is_expired,
      expired_date: null,
      expired_date_utc: null,
      maxviews: 1,
      has_maxviews: false,
      view_count: metadata.is_received ? 1 : 0,
      has_passphrase: false,
      is_truncated: false,
      can_decrypt: false,
      is_owner: false,
      is_by_owner_handle: false,
      is_locked: false,
      delivery_confirmed: null,
      confirmed: null,
      opened_by: null,
      burned_by_operator: false,
      refusals: [],
      programs: [],
      people_only: false,
      deliveries: [],
    }),
  } as unknown as MetadataAnswer;
}

export function completeLook(answer: unknown, key: string): LookAnswer {
  const { record, details, ...rest } = membersOf(answer);
  const owner = { is_owner: false, verification: false };
  return {
    ...rest,
    record: completed(record, {
      key,
      secret_key: key,
      identifier: key,
      state: 'new',
      is_truncated: null,
      original_size: null,
      has_passphrase: false,
      ...owner,
    }),
    details: completed(details, { continue: false, show_secret: false, one_liner: null, ...owner }),
  } as unknown as LookAnswer;
}

export function completeRecent(answer: unknown, server: string): RecentAnswer {
  const { records, details, ...rest } = membersOf(answer);
  const list = (value: unknown) => (Array.isArray(value) ? value.map((each) => completeMetadata(each, server)) : []);
  const { received, notreceived, ...more } = membersOf(details);
  return {
    ...rest,
    records: list(records),
    details: { has_more: false, ...more, received: list(received), notreceived: list(notreceived) },
  } as RecentAnswer;
}

/** Throws `OnceoverError`: the passphrase was wrong, or it is no answer of the API. */
export function revealedIn(answer: unknown): RevealAnswer {
  const { record } = membersOf(answer);
  if (typeof membersOf(record).secret_value === 'string') return answer as RevealAnswer;
  // Onetime Secret v0.18 answers a wrong passphrase with the closed secret.
  if (membersOf(record).has_passphrase !== true) throw badAnswer();
  throw new OnceoverError({ status: 200, code: 'bad_passphrase', message: 'Double check that passphrase' });
}

/** Onetime Secret v0.18 puts the metadata only inside of the record. */
export function completeBurned(answer: unknown, url: string): BurnAnswer {
  const { record, ...rest } = membersOf(answer);
  const inner = membersOf(membersOf(record).metadata);
  const metadata = completeMetadata(typeof inner.key === 'string' ? inner : record, url);
  return { ...rest, record: { ...metadata, metadata } } as BurnAnswer;
}
