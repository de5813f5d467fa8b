import type { SecretEnding, SecretState } from '../../domain/secret/secret.ts';
import type { SecretBinding, StoredContent } from './secret-cipher.ts';

/** One secret as its row shows it, at the database's time of the read. */
export interface StoredSecret {
  readonly secretId: string;
  readonly shortkey: string;
  /** Version of its stream, for the next append. */
  readonly version: number;
  readonly binding: SecretBinding;
  /** As it read at `readAt`: a secret past its lifetime is expired, whether or not that is recorded. */
  readonly state: 'new' | SecretEnding;
  readonly originalSize: number;
  readonly shareDomain: string | null;
  /** Whether programs are refused. */
  readonly isPeopleOnly: boolean;
  readonly readAt: Date;
}

/** The decision's view of a stored secret. */
export function secretStateOf({ state, binding }: Pick<StoredSecret, 'state' | 'binding'>): SecretState {
  return state === 'new' ? { status: 'new', expiresAt: binding.expiresAt } : { status: state };
}

/** What a reveal finds: the secret, its content while it can be opened, and whether this claimant may fetch again. */
export interface VaultEntry {
  readonly secret: StoredSecret;
  readonly content: StoredContent | null;
  readonly isRedeliverable: boolean;
}

/** Reads secrets with their content; every read is of the primary. Reads of one moment share a round trip. */
export interface SecretVault {
  /** `tokenHash` asks whether that claimant may fetch again. */
  find(lookup: Buffer, tokenHash: Buffer | null): Promise<VaultEntry | null>;
}
