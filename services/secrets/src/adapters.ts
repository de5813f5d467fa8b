import type { Doorbell } from '@onceover/event-bus';
import { createPostgresEventStore, type PostgresEventStore } from '@onceover/event-store';
import { openAppKnex, openAppPool } from '@onceover/postgres-kit/app-connection';
import { minTtlSeconds, shortTtlSeconds } from '@onceover/schema/plans';
import { createDatabaseClock } from '@onceover/service-kit/clock';
import { randomBytes } from '@onceover/service-kit/crypto';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import type pg from 'pg';
import { createCrypto, type SecretsCrypto } from './adapters/crypto/create-crypto.ts';
import { openKeyedHash } from './adapters/keyed-hash.ts';
import { createMailSealer } from './adapters/mail-sealer.ts';
import { createPostgresDeliveryEnvelopes } from './adapters/postgres/delivery/delivery-envelopes.ts';
import { createPostgresMailQuota } from './adapters/postgres/delivery/mail-quota.ts';
import { createPostgresIncomingSecrets } from './adapters/postgres/lists/incoming-secrets.ts';
import { createPostgresRecentSecrets } from './adapters/postgres/lists/recent-secrets.ts';
import { createPostgresSecretStatistics } from './adapters/postgres/lists/secret-statistics.ts';
import { appRole } from './adapters/postgres/migrate.ts';
import { createPostgresAttemptLedger } from './adapters/postgres/vault/attempt-ledger.ts';
import { createPostgresRedeliveries } from './adapters/postgres/vault/redeliveries.ts';
import { createPostgresReplays } from './adapters/postgres/vault/replays.ts';
import { secretRows } from './adapters/postgres/vault/secret-rows.ts';
import { createPostgresSecretVault } from './adapters/postgres/vault/secret-vault.ts';
import { createShareDomains } from './adapters/share-domains.ts';
import { type SecretsConfig, wholeTicket } from './config.ts';
import { attemptTiers } from './domain/secret/passphrase-attempts.ts';
import type { CallerLimits } from './domain/secret/secret-limits.ts';
import { vaultLog } from './logger.ts';
import { createPlanLimits } from './projections/plan-limits/plan-limits.queries.ts';
import type { DeliveryEnvelopes } from './use-cases/delivery/mailing.ts';
import type { IncomingDesk } from './use-cases/incoming/submit-incoming.ts';
import type { Failpoint } from './use-cases/secret/failpoint.ts';
import type { UseCasePorts } from './use-cases/use-cases.ts';

/** What the service needs from whoever starts it. */
export interface SecretsDependencies {
  /** The database as its migrator; the service itself works with fewer rights. */
  readonly database: pg.PoolConfig;
  /** The embedded database's files; the keys must not lie in there. */
  readonly dataDir?: string;
  /** Asks the other services. */
  readonly ask: AskInternal;
  /** Rung at every commit, and heard by the consumers. */
  readonly doorbell: Doorbell;
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
  readonly envelopes: DeliveryEnvelopes;
  readonly ports: UseCasePorts;
}

/** Makes the adapters; `stack` stops them in reverse order. */
export async function composeParts(
  config: SecretsConfig,
  deps: SecretsDependencies,
  stack: AsyncDisposableStack,
): Promise<SecretsParts> {
  const pool = stack.adopt(
    openAppPool(deps.database, { role: appRole, name: 'onceover secrets', max: config.connections }),
    (open) => open.end(),
  );
  const events = createPostgresEventStore({
    pool,
    schema: 'secrets',
    service: 'secrets',
    batching,
    onCommitted: deps.doorbell.ring,
  });
  await events.openLog();
  const crypto = stack.use(await openCrypto(config, deps, stack));
  const databaseTime = stack.use(await createDatabaseClock(() => databaseNow(pool)));
  const hash = await openKeyedHash(config.keysDir);
  const ports: UseCasePorts = {
    ...storesOf(pool, config, hash),
    events,
    rows: secretRows,
    keys: crypto.derivation,
    cipher: crypto.cipher,
    kdf: crypto.kdf,
    keyRing: crypto.keyRing,
    mailSealer: createMailSealer(deps.ask),
    shareDomains: createShareDomains(deps.ask),
    desk: deskOf(config, hash),
    databaseTime,
    randomBytes,
    generatedLength: config.generatedLength,
    failpoint: deps.failpoint ?? (() => undefined),
    alarm: (secretId: string, reason: string, error: unknown) =>
      vaultLog.error({ secretId, reason, err: error }, 'a stored secret does not open'),
  };
  return { pool, events, crypto, envelopes: createPostgresDeliveryEnvelopes(pool), ports };
}

/** Everything that is kept in PostgreSQL beside the log. */
function storesOf(pool: pg.Pool, config: SecretsConfig, hash: (subject: string) => Buffer) {
  return {
    vault: createPostgresSecretVault(pool),
    redeliveries: createPostgresRedeliveries(pool),
    replays: createPostgresReplays(pool),
    attempts: createPostgresAttemptLedger(pool, hash, attemptTiers),
    planLimits: createPlanLimits(pool, anonymousLimitsOf(config)),
    mailQuota: createPostgresMailQuota(pool, hash),
    recents: createPostgresRecentSecrets(pool),
    incoming: createPostgresIncomingSecrets(pool),
    statistics: createPostgresSecretStatistics(pool),
  };
}

function deskOf(config: SecretsConfig, hash: (subject: string) => Buffer): IncomingDesk {
  return {
    recipient: config.incomingRecipient ?? null,
    passphrase: config.incomingPassphrase ?? '',
    ticketPattern: wholeTicket(config.incomingTicketPattern),
    inboxOf: (address) => hash(`inbox:${address}`),
  };
}

function openCrypto(
  config: SecretsConfig,
  deps: SecretsDependencies,
  stack: AsyncDisposableStack,
): Promise<SecretsCrypto> {
  const knex = stack.adopt(
    openAppKnex(deps.database, { role: appRole, name: 'onceover secrets keys', max: 4 }),
    (open) => open.destroy(),
  );
  return createCrypto({
    knex,
    keysDir: config.keysDir,
    dataDir: deps.dataDir ?? null,
    kek: config.kek ?? null,
    epochMinutes: config.epochMinutes,
  });
}

function anonymousLimitsOf(config: SecretsConfig): CallerLimits {
  return {
    maxCharacters: config.anonymousMaxCharacters,
    maxTtlSeconds: config.anonymousMaxTtlSeconds,
    defaultTtlSeconds: config.anonymousDefaultTtlSeconds,
    minTtlSeconds,
    shortTtlSeconds,
    maxRecipients: 0,
    mailsPerDay: 0,
  };
}

async function databaseNow(pool: pg.Pool): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  const [row] = rows;
  if (row === undefined) throw new TypeError('the database told no time');
  return row.now;
}
