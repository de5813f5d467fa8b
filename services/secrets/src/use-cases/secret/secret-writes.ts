import type { CommandContext, NewEvent } from '@onceover/event-store';
import type { OperatorActionTaken } from '@onceover/schema/events/operators';
import type { SecretEnding } from '../../domain/secret/secret.ts';
import type { SealedSecret, SecretBinding } from './secret-cipher.ts';
import type { SecretKeys, SecretNames } from './secret-keys.ts';
import type { StoredSecret } from './stored-secret.ts';

/** All ways to write to a secret. Each command is one commit or nothing. */
export interface SecretWrites {
  /** Throws `StaleInput` when the epoch or the clock moved on since the secret was sealed. */
  conceal(concealing: ConcealCommand): Promise<Written>;
  /**
   * Decides who opened, burned or expired a secret: `VersionConflict` for everybody but one. Throws `StaleInput` when the
   * epoch of the redelivery moved on.
   */
  end(ending: EndCommand): Promise<Written>;
  /**
   * Takes over a secret of another server, once: `duplicate` where its metadata key is known. Throws `VersionConflict` where
   * the key of its link is that of another secret, `StaleInput` when the epoch moved on since it was sealed.
   */
  import(importing: ImportCommand): Promise<Written>;
}

/** `duplicate`: the command of this id was executed before; nothing was written now. */
export type Written = 'appended' | 'duplicate';

interface SecretCommand {
  readonly context: CommandContext;
  /** The command came with an Idempotency-Key: its id is kept, so that the same command is executed at most once. */
  readonly isRemembered: boolean;
}

/** A secret as it was made: its keys, its names, and what is stored of it. */
export interface NewSecret extends Omit<SecretNames, 'lookup'> {
  readonly keys: SecretKeys;
  readonly binding: SecretBinding;
  readonly sealed: SealedSecret;
  readonly ttlSeconds: number;
  /** In characters, before it was truncated. */
  readonly originalSize: number;
  /** Until when its creator may look. */
  readonly metadataUntil: Date;
  /** Obscured addresses, joined by a comma. */
  readonly recipients: string | null;
  /** A custom host of the share link. */
  readonly shareDomain: string | null;
  /** Whether programs are refused. */
  readonly isPeopleOnly: boolean;
}

/** A secret of another server as it is stored here. */
export interface ImportedSecret extends Omit<NewSecret, 'sealed' | 'isPeopleOnly'> {
  /** Null: it has ended, and only its metadata is stored. */
  readonly sealed: SealedSecret | null;
  /** The current one. */
  readonly epoch: number;
  readonly ended: { readonly as: SecretEnding; readonly at: Date } | null;
}

/** What is stored with a new secret so that the answer can be given again. */
export interface ReplayRow {
  readonly keyHash: Buffer;
  readonly epoch: number;
  readonly sealed: Buffer;
  readonly until: Date;
}

/** A requested email as it is stored: sealed, and in the order of the recipients. */
export interface DeliveryRow {
  readonly deliveryId: string;
  readonly sealed: Buffer;
  readonly keyId: string;
  readonly expiresAt: Date;
}

/** One secret for the support desk. */
export interface IncomingRow {
  readonly incomingId: string;
  /** Keyed hash of the desk's address. */
  readonly inbox: Buffer;
  readonly ticketNumber: string;
}

/** What a claim stores for its claimant. */
export interface RedeliveryRow {
  readonly tokenHash: Buffer;
  readonly epoch: number;
  readonly rblob: Buffer;
  readonly until: Date;
  readonly count: number;
}

export interface ConcealCommand extends SecretCommand {
  readonly made: NewSecret;
  /** `secret.created`, and what it asks for. */
  readonly events: readonly NewEvent[];
  readonly replay: ReplayRow | null;
  readonly deliveries: readonly DeliveryRow[];
  readonly incoming: IncomingRow | null;
}

export interface ImportCommand {
  readonly context: CommandContext;
  readonly imported: ImportedSecret;
  readonly event: NewEvent;
}

export interface EndCommand extends SecretCommand {
  /** As it was read. Its content, shard and link go. */
  readonly secret: Pick<StoredSecret, 'secretId' | 'version' | 'binding'>;
  readonly ending: SecretEnding;
  readonly event: NewEvent;
  /** What is recorded beside it where a colonel does it, in a stream of its own. */
  readonly operatorAction?: OperatorActionTaken['data'];
  /** What the creator sees: false until the claimant says that it arrived, null where nobody says. */
  readonly deliveryConfirmed: boolean | null;
  readonly redelivery: RedeliveryRow | null;
}
