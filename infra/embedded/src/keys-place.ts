import type { KeysCommandPlace } from '@onceover/process/keys-command';
import { secretKeysOf } from '@onceover/secrets/cli';
import type { WriteLine } from '@onceover/service-kit/command-line';
import { type CommandPlace, openEventTools } from './command-place.ts';
import { keysPlaceOf, lastingKeysHere } from './config.ts';
import { migrateAll } from './database.ts';

/** What `npm run keys` works on: one directory, one database, and a key store where there is one. */
export async function keysCommandPlace(
  place: CommandPlace,
  { write, stack }: { readonly write: WriteLine; readonly stack: AsyncDisposableStack },
): Promise<KeysCommandPlace> {
  const { config, database } = place;
  const directory = { ...(await keysPlaceOf(config)), database, lastingKeys: lastingKeysHere(config) };
  return {
    directories: [{ ...directory, title: 'keys directory' }],
    epochKeys: secretKeysOf({ config: config.secrets, database, dataDir: directory.dataDir, write }),
    migrate: () => migrateAll(database),
    async openLogs() {
      const tools = Object.entries(await openEventTools(place, stack));
      return Object.fromEntries(tools.map(([service, { generation }]) => [service, generation]));
    },
  };
}
