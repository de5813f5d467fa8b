import { api } from '../../lib/calls/api.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { apiPaths } from '../../site/paths.ts';

/** How one try to burn a message ended. */
export type BurnOutcome =
  | { readonly kind: 'burned' }
  | { readonly kind: 'wrong-passphrase' }
  /** It has ended in another way meanwhile; the page looks again. */
  | { readonly kind: 'too-late' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Deletes the message unread. A wrong passphrase deletes nothing. */
export async function burnSecret(metadataKey: string, passphrase: string): Promise<BurnOutcome> {
  try {
    await api<object>({ path: apiPaths.burn(metadataKey), form: { continue: 'true', passphrase } });
    return { kind: 'burned' };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'failed', error };
    if (error.code === 'bad_passphrase') return { kind: 'wrong-passphrase' };
    return error.code === 'not_burned' || error.status === 404 ? { kind: 'too-late' } : { kind: 'failed', error };
  }
}
