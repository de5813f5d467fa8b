import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** What servers are given that only keep what a browser has encrypted: AES-256-GCM, the initialisation vector first. */
export interface Sealing {
  readonly bytes: Buffer;
  /** Throws if the server gives back anything else. */
  open(bytes: Buffer): string;
}

export function sealed(content: string): Sealing {
  const [key, iv] = [randomBytes(32), randomBytes(IV_BYTES)];
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const bytes = Buffer.concat([iv, cipher.update(content, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return {
    bytes,
    open(given) {
      const decipher = createDecipheriv('aes-256-gcm', key, given.subarray(0, IV_BYTES));
      decipher.setAuthTag(given.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(given.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
    },
  };
}
