import { createDecipheriv, hash } from 'node:crypto';

const KEY_BYTES = 32;
const IV_BYTES = 16;
const ROUNDS = 2048;

/**
 * Opens the content of a secret of Onetime Secret up to 0.23 (`value_encryption` 2) that has no passphrase. Null where this
 * site secret and this key do not open it, or what comes out is no text; never an error.
 *
 * Shape    AES-256-CBC; the key's text is the hexadecimal SHA-256 of `SITE_SECRET:KEY`; key and IV come from it by OpenSSL's
 *          EVP_BytesToKey with MD5, 2,048 rounds and no salt, as Ruby's `pkcs5_keyivgen` does it
 * Source   dialects 8
 *
 * @NOTE It has no authentication: a wrong key is told by its padding and by what is no UTF-8, which one block of random bytes
 * passes about once in a million times.
 */
export function openOnetimeValue({
  ciphertext,
  siteSecret,
  secretKey,
}: {
  readonly ciphertext: Buffer;
  readonly siteSecret: string;
  readonly secretKey: string;
}): string | null {
  const derived = deriveKeyAndIv(hash('sha256', `${siteSecret}:${secretKey}`, 'hex'));
  const decipher = createDecipheriv('aes-256-cbc', derived.subarray(0, KEY_BYTES), derived.subarray(KEY_BYTES));
  let content: Buffer | null = null;
  try {
    content = Buffer.concat([decipher.update(ciphertext), decipher.final()]);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return null;
  } finally {
    derived.fill(0);
    content?.fill(0);
  }
}

/** Blocks of MD5, each the 2,048th hash in a row of the block before it and the password. */
function deriveKeyAndIv(password: string): Buffer {
  const size = KEY_BYTES + IV_BYTES;
  let derived = Buffer.alloc(0);
  let block = Buffer.alloc(0);
  while (derived.length < size) {
    block = hash('md5', Buffer.concat([block, Buffer.from(password, 'utf8')]), 'buffer');
    for (let round = 1; round < ROUNDS; round += 1) block = hash('md5', block, 'buffer');
    derived = Buffer.concat([derived, block]);
  }
  return derived.subarray(0, size);
}
