import type { Doorbell } from '@onceover/event-bus';
import type { PostgresEventStore } from '@onceover/event-store';
import type { Clock } from '@onceover/service-kit/clock';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import type { Knex } from 'knex';
import type pg from 'pg';
import type { AccountKeys } from './adapters/crypto/account-keys.ts';
import type { SubjectVault } from './adapters/postgres/subject-vault.ts';
import type { AccountsConfig } from './config.ts';
import type { Failpoint } from './use-cases/account/account-ports.ts';

/** What the service needs from whoever starts it. */
export interface AccountsDependencies {
  /** The database as its migrator; the service itself works with fewer rights. */
  readonly database: pg.PoolConfig;
  /** The embedded database's files; not used here. */
  readonly dataDir?: string;
  readonly ask: AskInternal;
  readonly doorbell: Doorbell;
  /** For tests: the time, and moments at which to stop. */
  readonly clock?: Clock;
  readonly failpoint?: Failpoint;
}

/** What every part of the service is made from, on a migrated database. */
export interface Foundation {
  readonly config: AccountsConfig;
  readonly deps: AccountsDependencies;
  readonly pool: pg.Pool;
  /** The same connections, for transactions. */
  readonly knex: Knex;
  readonly events: PostgresEventStore;
  readonly keys: AccountKeys;
  readonly clock: Clock;
  /** Seals what an event may carry only for as long as the account lives. */
  readonly vault: SubjectVault;
}
