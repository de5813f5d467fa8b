import { checkLastingKeys } from '@onceover/postgres-kit/check-lasting-keys';
import { claimKeysDirectory } from '@onceover/postgres-kit/claim-keys-directory';
import type { PostgresAddress } from '@onceover/postgres-server';
import { lastingKeys } from '@onceover/schema/lasting-keys';
import { refuseOpenKeys } from '@onceover/service-kit/keys-directory';

/** Where keys and data are. */
export interface KeysPlace {
  readonly keysDir: string;
  readonly allowOpenKeys: boolean;
  /** Where the database keeps its files, if it is ours. */
  readonly dataDir?: string;
}

/**
 * Makes sure that the keys directory is this database's, whole, and nobody else's to read, before anything is done with
 * either. The keys that decide what can be opened are checked by the services, which may start without them, sealed.
 *
 * Refuses  UnsafeKeys, WrongKeysDirectory: the message says what to do
 */
export async function takeKeys({ allowOpenKeys, ...place }: KeysPlace, database: PostgresAddress): Promise<void> {
  await claimKeysDirectory(database, place);
  await checkLastingKeys(database, place.keysDir, lastingKeys);
  if (!allowOpenKeys) await refuseOpenKeys(place.keysDir);
}
