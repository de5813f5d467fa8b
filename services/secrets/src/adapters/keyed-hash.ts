import { join as joinPath } from 'node:path';
import { hmac, randomBytes } from '@onceover/service-kit/crypto';
import { createDurably, readIfPresent } from '@onceover/service-kit/durable-file';
import { OutageError } from '@onceover/service-kit/errors';

const keyBytes = 32;

/**
 * Makes a network, an account or an address unrecognisable before it is stored beside what is counted for it: HMAC under
 * a key that only the keys directory holds (`network.key`, made when it is missing). Losing the key loses running counts
 * and the support desk's list, nothing else.
 */
export async function openKeyedHash(keysDir: string): Promise<(subject: string) => Buffer> {
  const path = joinPath(keysDir, 'network.key');
  const key = (await readIfPresent(path)) ?? (await createOrRead(path));
  return (subject) => hmac(key, subject);
}

async function createOrRead(path: string): Promise<Buffer> {
  const made = randomBytes(keyBytes);
  if (await createDurably(path, made, 0o400)) return made;
  const theirs = await readIfPresent(path);
  if (theirs === null) throw new OutageError('keys');
  return theirs;
}
