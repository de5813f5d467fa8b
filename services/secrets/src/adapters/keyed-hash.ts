import type { LastingKey } from '@onceover/schema/lasting-keys';
import { hmac } from '@onceover/service-kit/crypto';
import { openLastingKey } from '@onceover/service-kit/lasting-key';

/**
 * Makes a network, an account or an address unrecognisable before it is stored beside what is counted for it: HMAC under
 * a key that only the keys directory holds (`network.key`). Losing the key loses running counts and the support desk's
 * list, nothing else.
 */
export async function openKeyedHash(keysDir: string): Promise<(subject: string) => Buffer> {
  const key = await openLastingKey<LastingKey>(keysDir, 'network.key');
  return (subject) => hmac(key, subject);
}
