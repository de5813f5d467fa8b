import { agree, hkdf, join, open, publicPartOf, randomBytes, seal, sha256, wipe } from './crypto.ts';

const LABEL = 'onceover/v1/sealed-box';
const KEY_BYTES = 32;
const NO_SALT = Buffer.alloc(KEY_BYTES);

/** An X25519 key pair, each part as 32 raw bytes. */
export interface BoxKeyPair {
  readonly privateKey: Buffer;
  readonly publicKey: Buffer;
}

export function newBoxKeyPair(): BoxKeyPair {
  const privateKey = randomBytes(KEY_BYTES);
  return { privateKey, publicKey: publicPartOf(privateKey) };
}

/**
 * Seals bytes so that only the receiver can open them; the sender keeps nothing it could open them with.
 *
 * Shape    sender's one-time public key (32 bytes), then AES-256-GCM under HKDF(X25519, both public keys)
 * Source   events 6.4, security 3.4
 */
export function sealBox(receiver: Uint8Array, plaintext: Uint8Array, context: Uint8Array): Buffer {
  const oneTime = newBoxKeyPair();
  const shared = agree(oneTime.privateKey, receiver);
  const key = boxKey(shared, oneTime.publicKey, receiver);
  try {
    return Buffer.concat([oneTime.publicKey, seal(key, plaintext, context)]);
  } finally {
    wipe(oneTime.privateKey, shared, key);
  }
}

/** Opens what `sealBox` made. Throws `AuthenticationFailed` for another receiver, another context or changed bytes. */
export function openBox(receiver: BoxKeyPair, sealed: Uint8Array, context: Uint8Array): Buffer {
  const sender = sealed.subarray(0, KEY_BYTES);
  const shared = agree(receiver.privateKey, sender);
  const key = boxKey(shared, sender, receiver.publicKey);
  try {
    return open(key, sealed.subarray(KEY_BYTES), context);
  } finally {
    wipe(shared, key);
  }
}

function boxKey(shared: Uint8Array, sender: Uint8Array, receiver: Uint8Array): Buffer {
  return hkdf(shared, NO_SALT, sha256(join(LABEL, sender, receiver)));
}
