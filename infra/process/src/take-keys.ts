import path from 'node:path';
import { checkLastingKeys } from '@onceover/postgres-kit/check-lasting-keys';
import { claimKeysDirectory } from '@onceover/postgres-kit/claim-keys-directory';
import type { PostgresAddress } from '@onceover/postgres-server';
import { lastingKeys } from '@onceover/schema/lasting-keys';
import { refuseOpenKeys } from '@onceover/service-kit/keys-directory';
import type { EmbeddedConfig } from './config.ts';

/**
 * Makes sure that the keys directory is this database's, whole, and nobody else's to read, before anything is done with
 * either. The keys that decide what can be opened are checked by the services, which may start without them, sealed.
 *
 * Refuses  UnsafeKeys, WrongKeysDirectory: the message says what to do
 */
export async function takeKeys(config: EmbeddedConfig, database: PostgresAddress): Promise<void> {
  const { keysDir, allowOpenKeys } = config.secrets;
  await claimKeysDirectory(database, directoriesOf(config));
  await checkLastingKeys(database, keysDir, lastingKeys);
  if (!allowOpenKeys) await refuseOpenKeys(keysDir);
}

/** Where keys and data are. */
export function directoriesOf({ embedded, secrets }: EmbeddedConfig) {
  return { keysDir: secrets.keysDir, dataDir: path.resolve(embedded.dataDir) };
}
