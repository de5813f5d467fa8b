import { join as joinPath } from 'node:path';
import { hmac, randomBytes } from '@onceover/service-kit/crypto';
import { OutageError } from '@onceover/service-kit/errors';
import { createDurably, readIfPresent } from './crypto/durable-file.ts';

const keyBytes = 32;

/**
 * Makes a network unrecognisable before it is stored beside its attempts: HMAC under a key that only the keys directory
 * holds (`network.key`, made when it is missing). Losing the key loses running counts, nothing else.
 */
export async function openNetworkHash(keysDir: string): Promise<(network: string) => Buffer> {
  const path = joinPath(keysDir, 'network.key');
  const key = (await readIfPresent(path)) ?? (await createOrRead(path));
  return (network) => hmac(key, network);
}

async function createOrRead(path: string): Promise<Buffer> {
  const made = randomBytes(keyBytes);
  if (await createDurably(path, made, 0o400)) return made;
  const theirs = await readIfPresent(path);
  if (theirs === null) throw new OutageError('keys');
  return theirs;
}
