import type { SecretState } from '../../domain/secret/secret.ts';
import type { StoredSecret } from './ports.ts';

/** The decision's view of a stored secret. */
export function secretStateOf({ state, binding }: Pick<StoredSecret, 'state' | 'binding'>): SecretState {
  return state === 'new' ? { status: 'new', expiresAt: binding.expiresAt } : { status: state };
}
