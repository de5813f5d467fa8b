import { OutageError } from '@onceover/service-kit/errors';
import { WrongPassphrase } from '../../domain/secret/secret-errors.ts';
import type { SecretCipher } from './secret-cipher.ts';
import type { StoredSecret, VaultEntry } from './stored-secret.ts';

/** Which keys are loaded and current. */
export interface KeyRing {
  /** The epoch new rows use; it names its version of the key-encryption key. Throws `OutageError('keys')` when sealed. */
  current(): { readonly epoch: number };
  /** Loads what the epoch table names and wipes what is neither current nor retiring. */
  reload(): Promise<void>;
  /** Null when it works; else why not, for operators. */
  sealedReason(): string | null;
}

/** A key named by a row is not loaded: reload the key ring and re-read the row once. */
export class KeyGone extends Error {
  override readonly name = 'KeyGone';
}

/** Wrong keys or a corrupt row: 503, an alarm, and the secret stays as it is. */
export class Undecryptable extends Error {
  override readonly name = 'Undecryptable';
}

/** Something is wrong with a stored secret or its keys, and a person must look. Never given a key or content. */
export type Alarm = (secretId: string, reason: 'undecryptable' | 'key-gone', error: unknown) => void;

/**
 * Opens something stored. A key that is not loaded is loaded once and the row read again, because a rotation may have
 * re-wrapped it meanwhile. What still does not open is our failure: 503 and an alarm, and nothing is consumed.
 *
 * `read` gives the row anew, or null when it is gone; then so is the answer.
 */
export async function withLoadedKeys<Row, R>(
  ports: { readonly keyRing: KeyRing; readonly alarm: Alarm },
  row: Row,
  secretIdOf: (row: Row) => string,
  open: (row: Row) => R,
  read: () => Promise<Row | null>,
): Promise<R | null> {
  try {
    return open(row);
  } catch (error) {
    if (!(error instanceof KeyGone)) throw asOutage(error, secretIdOf(row), ports.alarm);
  }
  await reloadKeys(ports.keyRing);
  const again = await read();
  if (again === null) return null;
  try {
    return open(again);
  } catch (error) {
    throw asOutage(error, secretIdOf(again), ports.alarm);
  }
}

/** A secret with its content, opened in memory; whoever has it wipes it. */
export interface OpenedSecret {
  readonly secret: StoredSecret;
  readonly plaintext: Buffer;
}

/**
 * Opens the content of a secret. Null if it is gone by then.
 *
 * Refuses  secret.wrong-passphrase
 */
export async function openContent(
  ports: { readonly keyRing: KeyRing; readonly alarm: Alarm; readonly cipher: SecretCipher },
  entry: VaultEntry,
  keys: { readonly secretKey: string; readonly passphraseKey: Buffer | null },
  read: () => Promise<VaultEntry | null>,
): Promise<OpenedSecret | null> {
  return await withLoadedKeys(
    ports,
    entry,
    ({ secret }) => secret.secretId,
    ({ secret, content: stored }) => {
      if (stored === null) return null;
      const opened = ports.cipher.open({ ...keys, stored, binding: secret.binding });
      if (opened.kind === 'wrong-passphrase') throw new WrongPassphrase();
      return { secret, plaintext: opened.plaintext };
    },
    read,
  );
}

function asOutage(error: unknown, secretId: string, alarm: Alarm): unknown {
  if (error instanceof KeyGone) {
    alarm(secretId, 'key-gone', error);
    return new OutageError('keys', { cause: error });
  }
  if (error instanceof Undecryptable) {
    alarm(secretId, 'undecryptable', error);
    return new OutageError('vault', { cause: error });
  }
  return error;
}

/** Loads what the database names now. If it cannot be asked, the keys are unavailable: 503. */
export async function reloadKeys(keyRing: KeyRing): Promise<void> {
  try {
    await keyRing.reload();
  } catch (error) {
    throw error instanceof OutageError ? error : new OutageError('keys', { cause: error });
  }
}
