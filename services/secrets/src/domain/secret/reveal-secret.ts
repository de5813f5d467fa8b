import type { SecretReceived } from '@onceover/schema/events/secrets';
import { isOver, type SecretState } from './secret.ts';
import { SecretGone } from './secret-errors.ts';

/** A claim by somebody who holds the secret key and, where one is set, knew the passphrase. */
export interface RevealSecret {
  readonly by: 'owner' | 'authenticated' | 'anonymous';
  /** The viewer's account, recorded only where it is the owner's own. */
  readonly viewerRef?: string;
  readonly at: Date;
}

/** A secret is opened while it is new and within its lifetime; everything else is gone, without saying why. */
export function revealSecret(command: RevealSecret, state: SecretState): SecretReceived {
  const { by, viewerRef } = command;
  if (state.status !== 'new' || isOver(state, command.at)) throw new SecretGone();
  return {
    type: 'secret.received',
    schemaVersion: 1,
    data: { by, ...(by === 'owner' && viewerRef !== undefined ? { viewerRef } : {}) },
  };
}
