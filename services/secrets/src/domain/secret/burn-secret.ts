import type { SecretBurned } from '@onceover/schema/events/secrets';
import { isOver, type SecretState } from './secret.ts';
import { SecretGone, SecretNotBurnable } from './secret-errors.ts';

/** A wish of somebody who holds the metadata key and, where one is set, knew the passphrase; or of a colonel. */
export interface BurnSecret {
  readonly by: 'owner' | 'authenticated' | 'anonymous';
  readonly byOperator?: true;
  readonly at: Date;
}

/** A secret is burned while it is new; one that has ended says how, because its creator may know. */
export function refuseUnburnable(state: SecretState, at: Date): void {
  if (state.status === 'absent') throw new SecretGone();
  if (state.status !== 'new') throw new SecretNotBurnable(state.status);
  if (isOver(state, at)) throw new SecretNotBurnable('expired');
}

export function burnSecret({ at, ...who }: BurnSecret, state: SecretState): SecretBurned {
  refuseUnburnable(state, at);
  return { type: 'secret.burned', schemaVersion: 1, data: who };
}
