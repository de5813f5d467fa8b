import path from 'node:path';
import type { BackupPlace } from '@onceover/process/backup-place';
import type { CommandDependencies } from './command-place.ts';
import { directoriesOf, type EmbeddedConfig } from './config.ts';

/** What `npm run backup` works on: the embedded PostgreSQL, or the database that was given. */
export function backupPlace(
  config: EmbeddedConfig,
  { open, confirmRestored }: Pick<CommandDependencies, 'open'> & Pick<BackupPlace, 'confirmRestored'>,
): BackupPlace {
  const { embedded } = config;
  const { dataDir, keysDir } = directoriesOf(config);
  return {
    backupDir: embedded.backupDir,
    keysDirs: [keysDir],
    dataDir,
    serverDir: embedded.databaseUrl === '' ? path.join(dataDir, 'postgres') : undefined,
    openDatabases: async () => [(await open()).database],
    confirmRestored,
  };
}
