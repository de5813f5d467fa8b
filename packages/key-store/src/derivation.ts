import {
  AuthenticationFailed,
  hkdf,
  join,
  numberBytes,
  open,
  randomBytes,
  seal,
  wipe,
} from '@onceover/service-kit/crypto';
import type { CheckedKey } from './key-store.ts';

/**
 * Labels that keep derivations apart, as bytes. Pinned: a changed label makes all that was stored unreadable. Test vectors
 * are with whoever stores something.
 */
const label = (name: string): Buffer => Buffer.from(`onceover/v1/${name}`, 'latin1');
const EPOCH = label('epoch');
const PEPPER = label('pepper');
const LASTING = label('lasting');
const CHECKS = { kek: label('keycheck'), root: label('rootcheck') } as const;

const CONSTANT = Buffer.from('onceover key check', 'latin1');
const NO_SALT = Buffer.alloc(0);

/** Derives 32 bytes from a key that only the store has. */
export type Derive = (salt: Uint8Array, info: Uint8Array) => Promise<Buffer>;

export const derivingFrom =
  (key: Uint8Array): Derive =>
  async (salt, info) =>
    hkdf(key, salt, info);

/**
 * EK_e = KDF(ERK_e ‖ KEK_v, "e" ‖ e, "onceover/v1/epoch"), 32 bytes: what an epoch seals with. Without the key-encryption
 * key or without the erasable key there is none. The caller wipes it. Source: security 3.2
 */
export function deriveEpochKey(epoch: number, erasableKey: Uint8Array, keyEncryptionKey: Uint8Array): Buffer {
  const material = join(erasableKey, keyEncryptionKey);
  try {
    return hkdf(material, epochSalt(epoch), EPOCH);
  } finally {
    wipe(material);
  }
}

/** The same where the keys are elsewhere: of what each of them derives. */
export async function deriveEpochKeyBy(epoch: number, erasable: Derive, keyEncryption: Derive): Promise<Buffer> {
  const salt = epochSalt(epoch);
  const parts = await Promise.all([erasable(salt, EPOCH), keyEncryption(salt, EPOCH)]);
  try {
    return deriveEpochKey(epoch, ...parts);
  } finally {
    wipe(...parts);
  }
}

/** PEP_1: the argon2 pepper, from the root. */
export const derivePepper = (root: Derive): Promise<Buffer> => root(NO_SALT, join(PEPPER, numberBytes(1)));

/** A lasting key by its name, where the store has keys that it does not give out. */
export const deriveLastingKey = (file: string, key: Derive): Promise<Buffer> => key(NO_SALT, join(LASTING, file));

/** Seals the constant, so that later starts can tell the right key from another. */
export async function sealKeyCheck(
  kind: CheckedKey['kind'],
  key: Derive,
  version: number,
  random = randomBytes,
): Promise<Buffer> {
  const checkKey = await key(numberBytes(version), CHECKS[kind]);
  try {
    return seal(checkKey, CONSTANT, boundTo(kind, version), random);
  } finally {
    wipe(checkKey);
  }
}

/** Whether this is the key the check was sealed under. */
export async function opensKeyCheck(
  kind: CheckedKey['kind'],
  key: Derive,
  version: number,
  box: Buffer,
): Promise<boolean> {
  const checkKey = await key(numberBytes(version), CHECKS[kind]);
  try {
    return open(checkKey, box, boundTo(kind, version)).equals(CONSTANT);
  } catch (error) {
    if (error instanceof AuthenticationFailed) return false;
    throw error;
  } finally {
    wipe(checkKey);
  }
}

const epochSalt = (epoch: number): Buffer => join('e', numberBytes(epoch));

const boundTo = (kind: CheckedKey['kind'], version: number): Buffer => join(CHECKS[kind], numberBytes(version));
