import { type RunningSystem, startEmbedded } from '@onceover/embedded';
import { loadEmbeddedConfig } from '@onceover/embedded/config';
import type { PostgresAddress } from '@onceover/postgres-server';
import { freshDatabase } from './fresh-database.ts';
import { SecretTables } from './secret-tables.ts';
import { type TemporaryPlace, temporaryPlace } from './temporary-place.ts';

export interface SystemOverrides {
  readonly env?: Readonly<Record<string, string>>;
  /** A database to share; absent: a fresh one. */
  readonly database?: PostgresAddress;
}

/** The whole product in this process, on a database and keys of its own. */
export interface TestSystem extends AsyncDisposable {
  readonly url: string;
  readonly database: PostgresAddress;
  /** Looks behind the doors, for what no door tells. */
  readonly tables: SecretTables;
  drain(): Promise<void>;
}

/** Starts the product with rate limits off, on a free port; disposing it leaves nothing behind. */
export async function startSystem(overrides: SystemOverrides = {}): Promise<TestSystem> {
  await using stack = new AsyncDisposableStack();
  const place: TemporaryPlace = stack.use(temporaryPlace());
  const database = overrides.database ?? stack.use(await freshDatabase()).address;
  const system: RunningSystem = stack.use(
    await startEmbedded(
      loadEmbeddedConfig({
        ONCEOVER_PORT: '0',
        ONCEOVER_RATE_LIMITS: 'off',
        ONCEOVER_DATA_DIR: place.dataDir,
        ONCEOVER_KEYS_DIR: place.keysDir,
        ...overrides.env,
      }),
      { database },
    ),
  );
  const tables = stack.use(new SecretTables(database));
  const owned = stack.move();
  return {
    url: system.url,
    database,
    tables,
    drain: () => system.drain(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
