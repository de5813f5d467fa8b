import type { EventStore, Guard, InlineWrite } from '@onceover/event-store';
import type { Caller } from '@onceover/graphql-kit/caller';
import type { SecretEnding } from '../../domain/secret/secret.ts';
import type { CallerLimits } from '../../domain/secret/secret-limits.ts';
import type { KeyDerivation, KeyRing, SealedSecret, SecretBinding, SecretCipher, SecretKeys } from './crypto-ports.ts';

/** One secret as its row tells it, at the database's time of the read. */
export interface StoredSecret {
  readonly secretId: string;
  readonly shortkey: string;
  /** Version of its stream, for the next append. */
  readonly version: number;
  readonly binding: SecretBinding;
  /** As stored; a secret that is `new` may be over, see `readAt`. */
  readonly state: 'new' | SecretEnding;
  readonly originalSize: number;
  readonly shareDomain: string | null;
  readonly readAt: Date;
}

/** What a reveal finds: the secret, its content while it can be opened, and whether this claimant may fetch again. */
export interface VaultEntry {
  readonly secret: StoredSecret;
  readonly content: Omit<SealedSecret, 'linkbox'> | null;
  readonly isRedeliverable: boolean;
}

/** The sealed link of a secret that can still be opened. */
export interface SealedLink {
  readonly linkbox: Buffer;
  readonly kekVersion: number;
  readonly wshard: Buffer;
  readonly epoch: number;
}

/** What its creator finds by the metadata key. */
export interface MetadataEntry {
  readonly secret: StoredSecret;
  readonly metadataShortkey: string;
  readonly link: SealedLink | null;
  readonly ttlSeconds: number;
  /** Obscured addresses. */
  readonly recipients: string | null;
  readonly updatedAt: Date;
  readonly receivedAt: Date | null;
  readonly burnedAt: Date | null;
  readonly expiredAt: Date | null;
  readonly deliveryConfirmed: boolean | null;
  readonly attempts: number;
  readonly deliveries: readonly Delivery[];
}

/** What became of one mail with the share link. */
export interface Delivery {
  readonly status: 'queued' | 'sent' | 'failed' | 'suppressed';
  /** When it got there, in milliseconds since 1970. */
  readonly at: number;
}

/** A secret whose lifetime is over and whose end is not recorded yet. */
export type DueSecret = Pick<StoredSecret, 'secretId' | 'version' | 'binding' | 'readAt'>;

/** The closed door: what anybody with the secret key may know before opening. */
export interface SecretGate {
  readonly shortkey: string;
  readonly hasPassphrase: boolean;
  readonly isVerification: boolean;
  readonly ownerRef: string | null;
  readonly shareDomain: string | null;
}

/** Reads secrets where they are kept; every read is of the primary. Reads of one moment share a round trip. */
export interface SecretVault {
  /** Null unless it can be opened now. */
  gate(lookup: Buffer): Promise<SecretGate | null>;
  /** `tokenHash` asks whether that claimant may fetch again. */
  find(lookup: Buffer, tokenHash: Buffer | null): Promise<VaultEntry | null>;
  /** Null for unknown keys and past the metadata's lifetime. */
  findByMetadataKey(metadataLookup: Buffer): Promise<MetadataEntry | null>;
  /** The same by the handle of a secret that this account owns; the link is never looked at. */
  findByOwnerHandle(ownerHandle: string, ownerRef: string): Promise<MetadataEntry | null>;
  findDue(limit: number): Promise<readonly DueSecret[]>;
}

/** What a conceal stores beside its event. */
export interface ConcealedRow {
  readonly keys: SecretKeys;
  readonly shortkey: string;
  readonly metadataLookup: Buffer;
  readonly metadataShortkey: string;
  readonly binding: SecretBinding;
  readonly sealed: SealedSecret;
  readonly ttlSeconds: number;
  readonly originalSize: number;
  /** Until when its creator may look. */
  readonly metadataUntil: Date;
  /** Obscured addresses, joined by a comma. */
  readonly recipients: string | null;
  /** A custom host of the share link. */
  readonly shareDomain: string | null;
}

/** A mail that is wanted, as it is stored: sealed, and in the order of the recipients. */
export interface DeliveryRow {
  readonly deliveryId: string;
  readonly lookup: Buffer;
  readonly place: number;
  readonly at: Date;
  readonly sealed: Buffer;
  readonly keyId: string;
  readonly expiresAt: Date;
}

/** One secret for the support desk. */
export interface IncomingRow {
  readonly incomingId: string;
  readonly lookup: Buffer;
  /** Keyed hash of the desk's address. */
  readonly inbox: Buffer;
  readonly ticketNumber: string;
  readonly submittedAt: Date;
}

/** The guards and rows of a command, as data. What they do in the database is in the migrations. */
export interface SecretRows {
  concealed(row: ConcealedRow): InlineWrite;
  replay(row: { keyHash: Buffer; lookup: Buffer; epoch: number; sealed: Buffer; seconds: number }): InlineWrite;
  ended(row: { lookup: Buffer; ending: SecretEnding; deliveryConfirmed: boolean | null }): InlineWrite;
  delivery(row: DeliveryRow): InlineWrite;
  incoming(row: IncomingRow): InlineWrite;
  /** With an ending: the sealed mails of the secret go too. */
  envelopesEnded(lookup: Buffer): InlineWrite;
  redelivery(row: {
    lookup: Buffer;
    tokenHash: Buffer;
    epoch: number;
    rblob: Buffer;
    seconds: number;
    count: number;
  }): InlineWrite;
  /** Still new and within its lifetime; ends it. */
  claimNew(lookup: Buffer, ending: 'received' | 'burned'): Guard;
  /** Still new and past its lifetime; ends it. */
  claimDue(lookup: Buffer): Guard;
  /** The epoch's key is still the one new rows use. */
  epochIsCurrent(epoch: number): Guard;
  /** The same of a new secret's keys, and our clock agrees with the database's when it was made. */
  sealingHolds(sealing: { epoch: number; kekVersion: number; createdAt: Date }): Guard;
}

/** Rows of a claimant who may fetch again, for 120 s and three times. */
export interface Redeliveries {
  /** Uses up one of the repeats. Null when there is none left, it is too late, or nobody claimed with this token. */
  take(lookup: Buffer, tokenHash: Buffer): Promise<{ epoch: number; rblob: Buffer; secret: StoredSecret } | null>;
  /** Ends the repeats and records that the content arrived. Does nothing for unknown ones. */
  acknowledge(lookup: Buffer, tokenHash: Buffer): Promise<void>;
}

/** Sealed answers of conceals, by the hash of their `Idempotency-Key`, for ten minutes. */
export interface Replays {
  find(keyHash: Buffer): Promise<{ lookup: Buffer; epoch: number; sealed: Buffer } | null>;
}

export type Reservation =
  | { readonly kind: 'reserved' /** In the life of the secret, this one included. */; readonly attempts: number }
  | { readonly kind: 'ended' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number };

/** Wrong passphrases, counted before they are tried; see `attempt-tiers.ts`. */
export interface AttemptLedger {
  reserve(lookup: Buffer, network: string): Promise<Reservation>;
  /** For attempts that failed through us. */
  giveBack(lookup: Buffer, network: string): Promise<void>;
}

/** What the caller's plan allows. */
export interface PlanLimits {
  for(caller: Caller): Promise<CallerLimits>;
}

/** The database's time; `measure` corrects it. */
export interface DatabaseTime {
  now(): Date;
  measure(): Promise<void>;
}

/** Moments at which a test may stop or kill the service; does nothing otherwise. Security 7.2. */
export type Failpoint = (name: FailpointName) => Promise<void> | void;

export type FailpointName =
  | `reveal.${'parsed' | 'attempt_reserved' | 'deriving' | 'decrypted' | 'before_commit' | 'commit_sent' | 'committed' | 'answering'}`
  | 'acknowledge.committed'
  | `conceal.${'before_commit' | 'commit_sent' | 'committed'}`
  | `burn.${'before_commit' | 'committed'}`
  | `sweep.${'before_batch' | 'batch_sent' | 'after_batch'}`;

/** Something is wrong with a stored secret or its keys, and a person must look. Never given a key or content. */
export type Alarm = (secretId: string, reason: 'undecryptable' | 'key-gone', error: unknown) => void;

/** What the verbs share. */
export interface SecretPorts {
  readonly events: EventStore;
  readonly vault: SecretVault;
  readonly rows: SecretRows;
  readonly keys: KeyDerivation;
  readonly cipher: SecretCipher;
  readonly keyRing: KeyRing;
  readonly alarm: Alarm;
  readonly failpoint: Failpoint;
}
