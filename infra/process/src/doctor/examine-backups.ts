import { backupsIn } from '../backup/backups.ts';
import { type Found, look, ok, wrong } from './finding.ts';

export interface BackupFacts {
  readonly isProduction: boolean;
  /** Undefined where `ONCEOVER_BACKUP_DIR` is not set. */
  readonly directory: string | undefined;
  /** When the newest one was made; undefined where there is none. */
  readonly newest: Date | undefined;
  readonly now: Date;
}

const HOUR_MS = 3_600_000;
/** A day, and as long as a backup may take. */
const MOST_HOURS = 26;
const BACKUP = 'Backup and restore';

export async function examineBackups(isProduction: boolean, directory: string | undefined, now: Date): Promise<Found> {
  const [newest] = directory === undefined ? [] : await backupsIn(directory);
  return judgeBackups({ isProduction, directory, newest: newest?.madeAt, now });
}

export function judgeBackups({ isProduction, directory, newest, now }: BackupFacts): Found {
  if (directory === undefined) {
    if (!isProduction) return ok('none, which is fine for a trial');
    return look(
      'no backup directory is set',
      'set ONCEOVER_BACKUP_DIR, unless something else monitors your backups',
      BACKUP,
    );
  }
  if (newest === undefined) return wrong(`none in ${directory}`, 'npm run backup -- create, every day', BACKUP);
  const hours = Math.floor((now.getTime() - newest.getTime()) / HOUR_MS);
  const age =
    hours < 1 ? 'less than an hour old' : hours < 48 ? `${hours} hours old` : `${Math.floor(hours / 24)} days old`;
  return hours < MOST_HOURS
    ? ok(`the newest is ${age}`)
    : wrong(`the newest is ${age}`, 'npm run backup -- create, every day', BACKUP);
}
