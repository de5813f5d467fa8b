import type { PostgresAddress } from '@onceover/postgres-server';

/** What `npm run backup` works on. It asks for databases once all else was found in order. */
export interface BackupPlace {
  /** `ONCEOVER_BACKUP_DIR` */
  readonly backupDir: string | undefined;
  readonly keysDirs: readonly string[];
  /** The data directory; undefined where others run PostgreSQL. */
  readonly dataDir: string | undefined;
  /** Directory of the PostgreSQL that we run (`startPostgresServer`); undefined where others run it. */
  readonly serverDir: string | undefined;
  /** What else an operator has to do before a start that follows a restore. */
  readonly afterRestore?: string;
  /** What is backed up, each database once. Starts our PostgreSQL if it does not run. */
  openDatabases(): Promise<readonly PostgresAddress[]>;
  /** The same as `npm run keys -- confirm-loss --restored`; gives its exit code. */
  confirmRestored(): Promise<number>;
}
