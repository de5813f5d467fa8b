import { AuthenticationFailed } from '@onceover/service-kit/crypto';
import { Undecryptable } from '../../../use-cases/secret/with-loaded-keys.ts';

/** Runs work on stored bytes; what does not authenticate or cannot be read is `Undecryptable`, without a detail. */
export function undecryptableIfForged<R>(work: () => R): R {
  try {
    return work();
  } catch (error) {
    if (error instanceof AuthenticationFailed) throw new Undecryptable('stored bytes do not authenticate');
    if (error instanceof RangeError) throw new Undecryptable('stored bytes have an impossible length');
    throw error;
  }
}
