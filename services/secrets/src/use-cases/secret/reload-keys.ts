import { OutageError } from '@onceover/service-kit/errors';
import type { KeyRing } from './crypto-ports.ts';

/** Loads what the database names now. Where that cannot be asked, the keys are away: 503. */
export async function reloadKeys(keyRing: KeyRing): Promise<void> {
  try {
    await keyRing.reload();
  } catch (error) {
    throw error instanceof OutageError ? error : new OutageError('keys', { cause: error });
  }
}
