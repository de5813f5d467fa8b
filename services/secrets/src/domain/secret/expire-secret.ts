import type { SecretExpired } from '@onceover/schema/events/secrets';
import { isOver, type SecretState } from './secret.ts';
import { NotDue } from './secret-errors.ts';

/** A secret expires when its lifetime is over and nobody opened or burned it before. */
export function expireSecret(command: { readonly at: Date }, state: SecretState): SecretExpired {
  if (state.status !== 'new' || !isOver(state, command.at)) throw new NotDue();
  return { type: 'secret.expired', schemaVersion: 1, data: {} };
}
