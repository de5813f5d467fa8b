import { checkLastingKeys } from '@onceover/postgres-kit/check-lasting-keys';
import { claimKeysDirectory, type KeysPlace } from '@onceover/postgres-kit/claim-keys-directory';
import type { PostgresAddress } from '@onceover/postgres-server';
import { refuseOpenKeys } from '@onceover/service-kit/keys-directory';
import { lastingKeysIn } from '@onceover/service-kit/lasting-key';

export interface TakenKeys extends KeysPlace {
  readonly allowOpenKeys: boolean;
  /** The lasting keys that belong in this directory, with what is lost with each. */
  readonly lastingKeys: Readonly<Record<string, string>>;
}

/**
 * Makes sure that the keys directory is this database's, or that of a part of it, whole, and nobody else's to read, before
 * anything is done with either. The keys that decide what can be opened are checked by the services, which may start without
 * them, sealed.
 *
 * Refuses  UnsafeKeys, WrongKeysDirectory: the message says what to do
 */
export async function takeKeys(
  { allowOpenKeys, lastingKeys, ...place }: TakenKeys,
  database: PostgresAddress,
): Promise<void> {
  await claimKeysDirectory(database, place);
  await checkLastingKeys(database, lastingKeysIn(place.keysDir), lastingKeys);
  if (!allowOpenKeys) await refuseOpenKeys(place.keysDir);
}
