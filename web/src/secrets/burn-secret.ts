import { api } from '../lib/calls/api.ts';
import { apiPaths } from '../site/paths.ts';

/** Deletes a secret unread, found by metadata key or owner handle; by a handle it needs no passphrase. Throws ApiError if refused. */
export async function burnSecret(key: string, passphrase = ''): Promise<void> {
  await api({ path: apiPaths.burn(key), form: { continue: 'true', passphrase } });
}
