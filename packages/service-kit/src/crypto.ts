import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hash,
  hkdfSync,
  randomFillSync,
  sign,
  timingSafeEqual,
} from 'node:crypto';
import { NamedError } from './errors.ts';

/**
 * The one place that imports `node:crypto`: hashes, HKDF, AES-256-GCM, X25519, Ed25519, random bytes and keys.
 * Recipes (what is derived from what, under which label) belong to the services.
 */

const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const KEY_BYTES = 32;
const MAX_HKDF_BYTES = 255 * 32;
const GCM = { authTagLength: TAG_BYTES };
const NOTHING = new Uint8Array(0);

/** What `seal` adds to the plaintext: nonce and tag. */
export const SEAL_OVERHEAD_BYTES = NONCE_BYTES + TAG_BYTES;

/** Where random bytes come from; passed in where a test needs fixed ones. */
export type RandomBytes = (size: number) => Buffer;

/** The tag did not match: wrong key, wrong additional data, or changed bytes. Says nothing more, on purpose. */
export class AuthenticationFailed extends NamedError {
  constructor() {
    super('the ciphertext does not authenticate');
  }
}

/** Joins fields so that no two lists give the same bytes: each field is preceded by its length, 4 bytes big-endian. */
export function join(...fields: readonly (string | Uint8Array)[]): Buffer {
  let size = 0;
  for (const field of fields) size += 4 + (typeof field === 'string' ? Buffer.byteLength(field) : field.length);
  const joined = Buffer.allocUnsafe(size);
  let at = 0;
  for (const field of fields) {
    const length = typeof field === 'string' ? joined.write(field, at + 4) : copyInto(joined, at + 4, field);
    joined.writeUInt32BE(length, at);
    at += 4 + length;
  }
  return joined;
}

/** A number as 4 bytes, big-endian. */
export function numberBytes(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** SHA-256, 32 bytes. For names, not for keys: the digest passes through a string, which is three times as fast. */
export function sha256(data: string | Uint8Array): Buffer {
  return Buffer.from(hash('sha256', data, 'latin1'), 'latin1');
}

/** HMAC-SHA256, 32 bytes. */
export function hmac(key: Uint8Array, data: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

/** HMAC-SHA1, 20 bytes: for one-time codes, whose standard asks for it, and nothing else. */
export function hmacSha1(key: Uint8Array, data: Uint8Array): Buffer {
  return createHmac('sha1', key).update(data).digest();
}

/** HKDF-SHA256 (RFC 5869): a key of `size` bytes, at most 8160. */
export function hkdf(keyMaterial: Uint8Array, salt: Uint8Array, info: Uint8Array, size = KEY_BYTES): Buffer {
  if (size < 1 || size > MAX_HKDF_BYTES) throw new RangeError('HKDF-SHA256 gives 1 to 8160 bytes');
  return Buffer.from(hkdfSync('sha256', keyMaterial, salt, info, size));
}

/**
 * Seals with AES-256-GCM. Stored form: nonce (12 bytes), ciphertext, tag (16 bytes); `before` stands in clear before it.
 *
 * @NOTE The nonce is random, so a key may seal at most 2^32 times.
 */
export function seal(
  key: Uint8Array,
  plaintext: Uint8Array,
  additionalData: Uint8Array,
  random: RandomBytes = randomBytes,
  before: Uint8Array = NOTHING,
): Buffer {
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, GCM);
  cipher.setAAD(additionalData);
  const start = before.length + NONCE_BYTES;
  const sealed = Buffer.allocUnsafe(start + plaintext.length + TAG_BYTES);
  sealed.set(before);
  sealed.set(nonce, before.length);
  sealed.set(cipher.update(plaintext), start);
  cipher.final();
  sealed.set(cipher.getAuthTag(), start + plaintext.length);
  return sealed;
}

/** Opens what `seal` made; gives nothing before the tag was checked. Throws `AuthenticationFailed`. */
export function open(key: Uint8Array, sealed: Uint8Array, additionalData: Uint8Array): Buffer {
  if (sealed.length < SEAL_OVERHEAD_BYTES) throw new AuthenticationFailed();
  const tagAt = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), GCM);
  decipher.setAAD(additionalData);
  decipher.setAuthTag(sealed.subarray(tagAt));
  const plaintext = decipher.update(sealed.subarray(NONCE_BYTES, tagAt));
  try {
    decipher.final();
  } catch {
    wipe(plaintext);
    throw new AuthenticationFailed();
  }
  return plaintext;
}

// RFC 8410's fixed beginnings of a key; the raw 32 bytes follow.
const PRIVATE_PREFIX = {
  X25519: Buffer.from('302e020100300506032b656e04220420', 'hex'),
  Ed25519: Buffer.from('302e020100300506032b657004220420', 'hex'),
};
const PUBLIC_PREFIX = Buffer.from('302a300506032b656e032100', 'hex');

/** The public part of a private key of X25519, or of another curve; both 32 bytes. Any 32 random bytes are a private key. */
export function publicPartOf(privateKey: Uint8Array, curve: keyof typeof PRIVATE_PREFIX = 'X25519'): Buffer {
  const spki = createPublicKey(privateKeyOf(privateKey, curve)).export({ format: 'der', type: 'spki' });
  return Buffer.from(spki.subarray(PUBLIC_PREFIX.length));
}

/** The signature of a private Ed25519 key, 64 bytes. */
export function signEd25519(privateKey: Uint8Array, message: string | Uint8Array): Buffer {
  return sign(null, Buffer.from(message), privateKeyOf(privateKey, 'Ed25519'));
}

/** What both sides of an X25519 agreement get, 32 bytes; derive keys from it. Throws `AuthenticationFailed` for no key. */
export function agree(privateKey: Uint8Array, publicKey: Uint8Array): Buffer {
  try {
    const der = Buffer.concat([PUBLIC_PREFIX, publicKey]);
    return diffieHellman({
      privateKey: privateKeyOf(privateKey, 'X25519'),
      publicKey: createPublicKey({ key: der, format: 'der', type: 'spki' }),
    });
  } catch {
    throw new AuthenticationFailed();
  }
}

function privateKeyOf(raw: Uint8Array, curve: keyof typeof PRIVATE_PREFIX) {
  const der = Buffer.concat([PRIVATE_PREFIX[curve], raw]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

/** Compares in constant time; different lengths are simply different. */
export function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Overwrites buffers with zeros; for `finally`. */
export function wipe(...buffers: readonly (Uint8Array | null | undefined)[]): void {
  for (const buffer of buffers) buffer?.fill(0);
}

/** Random bytes from the operating system, drawn in larger portions because small draws cost 2 µs each. */
export function randomBytes(size: number): Buffer {
  if (size > pool.length / 4) return randomFillSync(Buffer.allocUnsafe(size));
  if (poolAt + size > pool.length) {
    randomFillSync(pool);
    poolAt = 0;
  }
  const portion = Buffer.allocUnsafe(size);
  pool.copy(portion, 0, poolAt, poolAt + size);
  pool.fill(0, poolAt, poolAt + size); // what was handed out stays nowhere else
  poolAt += size;
  return portion;
}

const pool = Buffer.allocUnsafeSlow(4096);
let poolAt = pool.length;

const BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz';
const DIGITS = Buffer.from(BASE36);
/** The largest multiple of 36 in a byte: bytes from here on are drawn again, else `0`-`3` would come up more often. */
const FAIR_BELOW = 252;

/** A random text of `length` characters 0-9 a-z, every character equally likely (31 characters = 160.2 bits). */
export function randomBase36(length: number, random: RandomBytes = randomBytes): string {
  const text = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const bytes = random(length - filled + 2);
    for (let index = 0; index < bytes.length && filled < length; index += 1) {
      const byte = bytes[index] ?? FAIR_BELOW;
      if (byte < FAIR_BELOW) text[filled++] = DIGITS[byte % 36] ?? 0;
    }
    wipe(bytes);
  }
  const key = text.toString('latin1');
  wipe(text);
  return key;
}

/**
 * The first `length` (at most 9) base36 characters of a digest, for names that people read aloud.
 *
 * The first 48 bits as a number modulo 36^length, padded with zeros on the left: all characters vary alike.
 */
export function base36Prefix(digest: Uint8Array, length: number): string {
  let left = Buffer.from(digest.buffer, digest.byteOffset, digest.byteLength).readUIntBE(0, 6);
  let text = '';
  while (text.length < length) {
    const rest = Math.floor(left / 36); // 48 bits fit a number; a third of what `toString(36)` costs
    text = BASE36.charAt(left - rest * 36) + text;
    left = rest;
  }
  return text;
}

function copyInto(target: Buffer, at: number, bytes: Uint8Array): number {
  target.set(bytes, at);
  return bytes.length;
}
