import { parsedBy, runCommand, type WriteLine } from '@onceover/service-kit/command-line';
import { z } from 'zod';
import type { BackupPlace } from './backup-place.ts';
import { type CreateOptions, createBackup } from './create-backup.ts';
import { type RestoreOptions, restoreBackup } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';

export interface BackupCommandDependencies {
  /** Asked once a command was understood. */
  readonly open: () => Promise<BackupPlace>;
  readonly write: WriteLine;
}

const kept = parsedBy(
  z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'Write how many backups are kept, 1 or more.')
    .transform(Number),
);

/** `npm run backup -- …`. Gives the exit code: 0 done, 1 refused, 2 not understood. */
export function runBackupCommand(argv: readonly string[], { open, write }: BackupCommandDependencies): Promise<number> {
  return runCommand('npm run backup --', argv, write, (program) => {
    program
      .command('create')
      .description('makes a backup of the data, without any key, while Onceover runs or not')
      .option('--to <directory>', 'where backups are; default: ONCEOVER_BACKUP_DIR')
      .option('--keep <number>', 'afterwards removes all but the newest ones, this many', kept)
      .action(async (options: CreateOptions) => createBackup(await open(), options, write));
    program
      .command('verify')
      .description('checks a backup, opens it in a place of its own, and says what is in it')
      .argument('<backup>', 'its directory, or latest')
      .action(async (backup: string) => verifyBackup(await open(), backup, write));
    program
      .command('restore')
      .description('puts a backup into an empty place, with Onceover stopped; what waited to be opened ends as expired')
      .argument('<backup>', 'its directory, or latest')
      .option('--into <directory>', 'only puts it into this directory of PostgreSQL; its keys are confirmed later')
      .action(async (backup: string, options: RestoreOptions) => restoreBackup(await open(), backup, options, write));
  });
}
