import { connectionString, type PostgresAddress } from '@onceover/postgres-server';
import type { BackupPlace } from '@onceover/process/backup-place';
import type { CommandServices } from './command-services.ts';

/** What `npm run backup` works on: the databases of the services that were given, and their keys to stay apart from. */
export async function backupPlace(
  services: CommandServices,
  confirmRestored: BackupPlace['confirmRestored'],
): Promise<BackupPlace> {
  const opened = await Promise.all(services.names.map((name) => services[name]()));
  const databases = new Map<string, PostgresAddress>();
  for (const { database } of opened) databases.set(connectionString(database), database);
  return {
    backupDir: opened.map(({ backupDir }) => backupDir).find((each) => each !== undefined),
    keysDirs: opened.flatMap(({ keys }) => (keys === null ? [] : [keys.keysDir])),
    dataDir: undefined,
    serverDir: undefined,
    afterRestore:
      'Before that, delete the topics of its logs (onceover.*.events.v1): they hold events from after the backup. They are created again.',
    openDatabases: async () => [...databases.values()],
    confirmRestored,
  };
}
