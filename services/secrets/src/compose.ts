import { createPostgresEventStore, type PostgresEventStore } from '@onceover/event-store';
import { minTtlSeconds, shortTtlSeconds } from '@onceover/schema/plans';
import { createDatabaseClock } from '@onceover/service-kit/clock';
import { randomBytes } from '@onceover/service-kit/crypto';
import type pg from 'pg';
import { createCrypto, type SecretsCrypto } from './adapters/crypto/create-crypto.ts';
import { openNetworkHash } from './adapters/network-hash.ts';
import { openAppKnex, openAppPool } from './adapters/postgres/app-connection.ts';
import { createPostgresAttemptLedger } from './adapters/postgres/attempt-ledger.ts';
import { createPostgresRedeliveries } from './adapters/postgres/redeliveries.ts';
import { createPostgresReplays } from './adapters/postgres/replays.ts';
import { secretRows } from './adapters/postgres/secret-rows.ts';
import { createPostgresSecretVault } from './adapters/postgres/secret-vault.ts';
import type { SecretsConfig } from './config.ts';
import { attemptTiers } from './domain/secret/attempt-tiers.ts';
import type { SecretLimits } from './domain/secret/secret-limits.ts';
import { vaultLog } from './logger.ts';
import type { BurnPorts } from './use-cases/burn-secret.ts';
import type { ConcealPorts } from './use-cases/conceal-command.ts';
import type { Failpoint } from './use-cases/ports.ts';
import type { RevealPorts } from './use-cases/reveal-secret.ts';

/** What the service needs from whoever starts it. */
export interface SecretsDependencies {
  /** The database as its migrator; the service itself works with fewer rights. */
  readonly database: pg.PoolConfig;
  /** The embedded database's files; the keys must not lie in there. */
  readonly dataDir?: string;
  /** For tests: moments at which to stop. */
  readonly failpoint?: Failpoint;
}

/**
 * One batch in flight at a time: while PostgreSQL works on it the next one fills up. Two made every batch a third as big
 * and each secret a quarter dearer for both.
 */
const batching = { connections: 1 } as const;

/** Everything the verbs work with, on a migrated database. */
export interface SecretsParts {
  readonly pool: pg.Pool;
  readonly events: PostgresEventStore;
  readonly crypto: SecretsCrypto;
  readonly ports: ConcealPorts & RevealPorts & BurnPorts;
}

/** Makes the adapters; `stack` stops them in reverse order. */
export async function composeParts(
  config: SecretsConfig,
  deps: SecretsDependencies,
  stack: AsyncDisposableStack,
): Promise<SecretsParts> {
  const pool = stack.adopt(openAppPool(deps.database, config.connections), (open) => open.end());
  const events = createPostgresEventStore({
    pool,
    schema: 'secrets',
    service: 'secrets',
    batching,
  });
  await events.openLog();
  const crypto = stack.use(await openCrypto(config, deps, stack));
  const databaseTime = stack.use(await createDatabaseClock(() => databaseNow(pool)));
  const ports = {
    events,
    vault: createPostgresSecretVault(pool),
    rows: secretRows,
    keys: crypto.derivation,
    cipher: crypto.cipher,
    kdf: crypto.kdf,
    keyRing: crypto.keyRing,
    redeliveries: createPostgresRedeliveries(pool),
    replays: createPostgresReplays(pool),
    attempts: createPostgresAttemptLedger(pool, await openNetworkHash(config.keysDir), attemptTiers),
    planLimits: { for: async () => limitsOf(config) },
    databaseTime,
    randomBytes,
    generatedLength: config.generatedLength,
    failpoint: deps.failpoint ?? (() => undefined),
    alarm: (secretId: string, reason: string, error: unknown) =>
      vaultLog.error({ secretId, reason, err: error }, 'a stored secret does not open'),
  };
  return { pool, events, crypto, ports };
}

function openCrypto(
  config: SecretsConfig,
  deps: SecretsDependencies,
  stack: AsyncDisposableStack,
): Promise<SecretsCrypto> {
  const knex = stack.adopt(openAppKnex(deps.database), (open) => open.destroy());
  return createCrypto({
    knex,
    keysDir: config.keysDir,
    dataDir: deps.dataDir ?? null,
    kek: config.kek ?? null,
    epochMinutes: config.epochMinutes,
  });
}

function limitsOf(config: SecretsConfig): SecretLimits {
  const maxTtlSeconds = config.anonymousMaxTtlSeconds;
  return {
    maxCharacters: config.anonymousMaxCharacters,
    maxTtlSeconds,
    defaultTtlSeconds: Math.min(config.anonymousDefaultTtlSeconds, maxTtlSeconds),
    minTtlSeconds,
    shortTtlSeconds,
  };
}

async function databaseNow(pool: pg.Pool): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  const [row] = rows;
  if (row === undefined) throw new TypeError('the database told no time');
  return row.now;
}
