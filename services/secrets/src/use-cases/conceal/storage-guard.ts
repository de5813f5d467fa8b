import type { Caller } from '@onceover/schema/caller';
import { OutcomeUnknownError } from '@onceover/service-kit/errors';
import type { NewSecret } from '../secret/secret-writes.ts';
import type { LimitedWish } from './limited-wish.ts';

export interface Storing {
  /** Of its text. */
  readonly bytes: number;
  readonly ttlSeconds: number;
}

/** Bytes that were counted; `giveBack` when they were not stored after all. */
export interface StoredBytes {
  giveBack(): void;
}

/** Decides whether there is room for one more secret. */
export interface StorageGuard {
  /**
   * Counts the bytes. A promise only where the database must be asked first.
   *
   * Refuses  secret.storage-quota-reached; throws `OutageError` when the disk is nearly full or too many come at once
   */
  admit(caller: Caller, storing: Storing): StoredBytes | Promise<StoredBytes>;
  /**
   * Counts what an operator brings in as its owner's, beyond any quota.
   *
   * Refuses  `OutageError` when the disk is nearly full
   */
  count(ownerRef: string | null, storing: Storing): StoredBytes;
}

export interface StoragePorts {
  readonly storage: StorageGuard;
}

/** Counts what a wish would store, then stores it; what was not stored after all is not counted. */
export async function withRoom(
  { storage }: StoragePorts,
  { text, command }: LimitedWish,
  caller: Caller,
  store: () => Promise<NewSecret | 'duplicate'>,
): Promise<NewSecret | 'duplicate'> {
  const asked = storage.admit(caller, { bytes: Buffer.byteLength(text), ttlSeconds: command.ttlSeconds });
  const counted = asked instanceof Promise ? await asked : asked;
  try {
    const stored = await store();
    if (stored === 'duplicate') counted.giveBack();
    return stored;
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) counted.giveBack();
    throw error;
  }
}
