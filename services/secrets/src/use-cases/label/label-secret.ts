import type { Caller } from '@onceover/schema/caller';
import { NotAuthorizedError } from '@onceover/service-kit/errors';
import { SecretGone } from '../../domain/secret/secret-errors.ts';
import { labelFrom } from '../../domain/secret/secret-label.ts';
import { findEntry, type MetadataPorts } from '../metadata/metadata-entry.ts';
import { isOwnedBy, isSignedInFor } from '../secret/ownership.ts';

/** A label as it is stored: under its owner's key, which is wrapped itself. */
export interface SealedLabel {
  /** The owner's data key, wrapped, 60 bytes. */
  readonly ownerKey: Buffer;
  readonly sealed: Buffer;
}

/** Seals labels under a key per owner, which is deleted with the account. */
export interface LabelCipher {
  /** A new data key for an owner, wrapped. */
  newOwnerKey(ownerRef: string): Buffer;
  seal(input: { ownerRef: string; secretId: string; ownerKey: Buffer; label: string }): Buffer;
  /** Null when it does not open: it is another secret's, or damaged. */
  open(input: SealedLabel & { ownerRef: string; secretId: string }): string | null;
}

export interface LabelRow extends SealedLabel {
  readonly lookup: Buffer;
  readonly ownerRef: string;
}

/** Sealed labels by secret, and the wrapped key of each owner who has any. */
export interface Labels {
  /** The owner's wrapped key; `fresh` becomes it where there is none. Null once the account is erased. */
  ownerKey(ownerRef: string, fresh: Buffer): Promise<Buffer | null>;
  /** False when the secret or the owner's key went meanwhile; nothing was written. */
  write(row: LabelRow): Promise<boolean>;
  remove(secretId: string, ownerRef: string): Promise<void>;
  find(secretId: string, ownerRef: string): Promise<SealedLabel | null>;
}

export interface LabelPorts extends Pick<MetadataPorts, 'vault' | 'keys'> {
  readonly labels: Labels;
  readonly labelCipher: LabelCipher;
}

export interface LabelInput {
  /** The metadata key, or the owner handle. */
  readonly key: string;
  /** Blank: the label goes. */
  readonly label: string;
}

/**
 * Gives a secret its owner's private label, changes it, or takes it away; whatever became of the secret, as long as it
 * stands in the owner's list. No event is recorded: nobody else ever hears of a label.
 *
 * Shape    the label as it is kept, null for none
 * Refuses  NotAuthorizedError for visitors and tokens without the scope `secrets-write`; secret.bad-label;
 *          secret.gone for every key that is not of a secret of the caller's
 */
export function labelSecretUseCase(ports: LabelPorts) {
  return async (input: LabelInput, caller: Caller): Promise<string | null> => {
    if (!isSignedInFor(caller, 'secrets-write')) throw new NotAuthorizedError();
    const { accountRef: ownerRef } = caller;
    const label = labelFrom(input.label);
    const found = await findEntry(ports, input.key, caller, 'secrets-write');
    if (found === null || !isOwnedBy(caller, found.entry.secret.binding.ownerRef)) throw new SecretGone();
    const { secretId, binding } = found.entry.secret;
    if (label === null) {
      await ports.labels.remove(secretId, ownerRef);
      return null;
    }
    const ownerKey = await ports.labels.ownerKey(ownerRef, ports.labelCipher.newOwnerKey(ownerRef));
    if (ownerKey === null) throw new SecretGone();
    const sealed = ports.labelCipher.seal({ ownerRef, secretId, ownerKey, label });
    const isWritten = await ports.labels.write({ lookup: binding.lookup, ownerRef, ownerKey, sealed });
    if (!isWritten) throw new SecretGone();
    return label;
  };
}

/** The label of a secret, for its signed-in owner; null for everybody else, and where there is none. */
export function showLabelUseCase({ labels, labelCipher }: Pick<LabelPorts, 'labels' | 'labelCipher'>) {
  return async (secretId: string, caller: Caller): Promise<string | null> => {
    if (!isSignedInFor(caller, 'secrets-read-meta')) return null;
    const { accountRef: ownerRef } = caller;
    const found = await labels.find(secretId, ownerRef);
    return found === null ? null : labelCipher.open({ ...found, ownerRef, secretId });
  };
}
