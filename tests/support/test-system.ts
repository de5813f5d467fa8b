import type { PostgresAddress } from '@onceover/postgres-server';
import type { SecretTables } from './secret-tables.ts';
import type { BackingPlace } from './split-backing.ts';

export interface SystemOverrides {
  readonly env?: Readonly<Record<string, string>>;
  /** A database to share. Default: a fresh one. */
  readonly database?: PostgresAddress;
  /** Kafka and Redis of the distributed profile. Default: those of the run. */
  readonly backing?: BackingPlace;
}

/** The whole product, with its own database and keys. */
export interface TestSystem extends AsyncDisposable {
  readonly url: string;
  readonly database: PostgresAddress;
  /** Where the metrics of each process are that has consumers, with `ONCEOVER_METRICS_PORT`; those that started last come last. */
  readonly metricsUrls: readonly string[];
  /** Where emails are put as `.eml` files. */
  readonly mailDir: string;
  /** Reads the tables, for what the product does not show. */
  readonly tables: SecretTables;
  /** Resolves when every service has done what there is to do about all that has happened. */
  drain(): Promise<void>;
  /** Starts every consumer in one more process beside those that run, on the same database. */
  startMore(): Promise<void>;
  /** The accounts service's command line. Rejects if the command fails. */
  runAccounts(argv: readonly string[]): Promise<void>;
  /** `npm run events -- …`: what it printed. Rejects if the command fails. */
  runEvents(argv: readonly string[]): Promise<readonly string[]>;
}
