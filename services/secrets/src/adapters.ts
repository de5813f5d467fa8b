import { eventRulesOf } from '@onceover/schema/event-rules';
import { minTtlSeconds, plans, shortTtlSeconds } from '@onceover/schema/plans';
import { mostCharacters } from '@onceover/schema/settings';
import { randomBytes } from '@onceover/service-kit/crypto';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import { lastingKeysIn } from '@onceover/service-kit/lasting-key';
import type { Backing, Foundation, ServiceDefinition } from '@onceover/service-shell/foundation';
import type pg from 'pg';
import { type CryptoOptions, createCrypto } from './adapters/crypto/create-crypto.ts';
import { openKeyStore } from './adapters/crypto/keys/open-key-store.ts';
import { createLabelCipher } from './adapters/crypto/sealing/label-cipher.ts';
import { createDiskSpace } from './adapters/disk-space.ts';
import { showKeysAndDisk } from './adapters/key-and-disk-levels.ts';
import { createLastingKeys, type OpenedLastingKeys, takeNetworkStore } from './adapters/lasting-keys.ts';
import { createMailSealer, createShareDomains, createVerifications } from './adapters/other-services.ts';
import { createPostgresDeliveryEnvelopes, createPostgresMailQuota } from './adapters/postgres/delivery-tables.ts';
import { createPostgresLabels } from './adapters/postgres/label-tables.ts';
import { createPostgresIncomingSecrets } from './adapters/postgres/lists/incoming-secrets.ts';
import { createPostgresListedSecrets } from './adapters/postgres/lists/listed-secrets.ts';
import { createPostgresRecentSecrets } from './adapters/postgres/lists/recent-secrets.ts';
import { createPostgresSecretStatistics } from './adapters/postgres/lists/secret-statistics.ts';
import { createLiveBytes } from './adapters/postgres/live-bytes.ts';
import { purgePastRows } from './adapters/postgres/purge.ts';
import { secretsSchema } from './adapters/postgres/schema.ts';
import { createPostgresAttemptLedger } from './adapters/postgres/vault/attempt-ledger.ts';
import { createPostgresGeneratedValues } from './adapters/postgres/vault/generated-values.ts';
import { createPostgresRedeliveries } from './adapters/postgres/vault/redeliveries.ts';
import { createPostgresRefusedOpenings } from './adapters/postgres/vault/refused-openings.ts';
import { createPostgresReplays } from './adapters/postgres/vault/replays.ts';
import { createPostgresSecretVault } from './adapters/postgres/vault/secret-vault.ts';
import { type CommitListeners, openSecretWrites } from './adapters/postgres/vault/secret-writes.ts';
import { recordingLookUps } from './adapters/record-look-up.ts';
import { createStorageGuard } from './adapters/storage-guard.ts';
import { type SecretsConfig, wholeTicket } from './config.ts';
import type { ImportLimits } from './domain/secret/import-secret.ts';
import type { CallerLimits } from './domain/secret/secret-limits.ts';
import { vaultLog } from './logger.ts';
import { createPlanLimits } from './projections/plan-limits/plan-limits.queries.ts';
import type { IncomingDesk } from './use-cases/incoming/submit-incoming.ts';
import type { Failpoint } from './use-cases/secret/failpoint.ts';
import type { SecretWrites } from './use-cases/secret/secret-writes.ts';
import type { Alarm } from './use-cases/secret/with-loaded-keys.ts';
import type { UseCasePorts } from './use-cases/use-cases.ts';

/**
 * Consumers have two connections of their own, so that events of others neither wait for what somebody asks for now nor hold
 * it up. Steps of the epoch keys are transactions of their own and wait for nobody's secret. A search in
 * the log may take seconds.
 */
const setAside = { consumers: 2, keys: 4, history: 1 } as const;

export interface SecretsDependencies extends Backing {
  /** The embedded database's files; the keys must not lie in there. */
  readonly dataDir?: string;
  /** The embedded database's directory, whose disk must not fill up; absent where the database is elsewhere. */
  readonly databaseDir?: string;
  readonly ask: AskInternal;
  /** For tests: moments at which to stop. */
  readonly failpoint?: Failpoint;
}

/** What the service is, whatever its settings. */
export const definition = { schema: secretsSchema, eventRules: eventRulesOf('secrets') } as const;

export const serviceOf = ({ connections }: SecretsConfig): ServiceDefinition => ({
  ...definition,
  connections,
  setAside,
});

export type SecretsAdapters = Awaited<ReturnType<typeof openAdapters>>;

export async function openAdapters(config: SecretsConfig, deps: SecretsDependencies, foundation: Foundation) {
  const { pool } = foundation;
  const listeners = {
    check: foundation.eventRules.check,
    onCommitted: foundation.doorbell.ring,
    onFailed: (error: unknown) => vaultLog.warn({ err: error }, 'refused openings could not be counted'),
  };
  const lasting = createLastingKeys();
  const crypto = foundation.stack.use(await createCrypto(await cryptoOptionsOf(config, deps, foundation, lasting)));
  const databaseTime = await foundation.openClock();
  const { hash } = lasting;
  const { storage, ...room } = await openRoom(config, deps, pool, hash);
  const { epochMinutes, minFreeMegabytes: floorMegabytes } = config;
  const told = { ring: crypto.keyRing, epochMinutes, disk: room.disk, floorMegabytes };
  showKeysAndDisk(foundation.telemetry, told);
  const ports: UseCasePorts = {
    ...storesOf(pool, config, hash, listeners),
    refusedOpenings: foundation.stack.use(createPostgresRefusedOpenings(pool, listeners)),
    storage,
    writes: watched(await openSecretWrites(pool, listeners), foundation),
    keys: crypto.derivation,
    cipher: crypto.cipher,
    labelCipher: createLabelCipher(lasting.label),
    kdf: crypto.kdf,
    keyRing: crypto.keyRing,
    mailSealer: createMailSealer(deps.ask),
    verifications: createVerifications(deps.ask),
    shareDomains: createShareDomains(deps.ask),
    desk: deskOf(config, hash),
    databaseTime,
    recordLookUp: recordingLookUps(foundation.events),
    randomBytes,
    ...generatedOf(config),
    importLimits: importLimitsOf(config),
    failpoint: deps.failpoint ?? (() => undefined),
    alarm,
  };
  return {
    crypto,
    envelopes: createPostgresDeliveryEnvelopes(pool),
    ports,
    ...room,
    purge: () => purgePastRows(pool),
  };
}

const alarm: Alarm = (secretId, reason, error) =>
  vaultLog.error({ secretId, reason, err: error }, 'a stored secret could not be decrypted');

/** What decides whether there is room for one more secret; it knows from the start what waits, and how full the disk is. */
async function openRoom(
  config: SecretsConfig,
  { databaseDir }: Pick<SecretsDependencies, 'databaseDir'>,
  pool: pg.Pool,
  hash: (subject: string) => Buffer,
) {
  const disk = createDiskSpace(databaseDir ?? null, config.minFreeMegabytes);
  const liveBytes = createLiveBytes(pool);
  await Promise.all([disk.check(), config.rateLimits ? liveBytes.refresh() : undefined]);
  const storage = createStorageGuard({
    disk,
    liveBytes,
    hash,
    visitorTtlSeconds: config.anonymousMaxTtlSeconds,
    now: Date.now,
    hasQuotas: config.rateLimits,
  });
  return { disk, liveBytes, storage };
}

/** The same writes, each watched as a commit. */
function watched(
  { conceal, end, import: importOne }: SecretWrites,
  { watchCommit }: Pick<Foundation, 'watchCommit'>,
): SecretWrites {
  return {
    conceal: (command) => watchCommit(command.context, (context) => conceal({ ...command, context })),
    end: (command) => watchCommit(command.context, (context) => end({ ...command, context })),
    import: (command) => watchCommit(command.context, (context) => importOne({ ...command, context })),
  };
}

/** Everything that is kept in PostgreSQL beside the log. */
function storesOf(pool: pg.Pool, config: SecretsConfig, hash: (subject: string) => Buffer, listeners: CommitListeners) {
  return {
    vault: createPostgresSecretVault(pool),
    redeliveries: createPostgresRedeliveries(pool, listeners),
    generatedValues: createPostgresGeneratedValues(pool, listeners),
    replays: createPostgresReplays(pool),
    attempts: createPostgresAttemptLedger(pool, hash),
    planLimits: createPlanLimits(pool, anonymousLimitsOf(config)),
    mailQuota: createPostgresMailQuota(pool, hash),
    recents: createPostgresRecentSecrets(pool),
    listed: createPostgresListedSecrets(pool),
    labels: createPostgresLabels(pool),
    incoming: createPostgresIncomingSecrets(pool),
    statistics: createPostgresSecretStatistics(pool),
  };
}

/** How long generated values are, and for how long one is shown once more. */
function generatedOf({ generatedLength, generatedValueAgain }: SecretsConfig) {
  return { generatedLength, generatedValueAgain };
}

function deskOf(config: SecretsConfig, hash: (subject: string) => Buffer): IncomingDesk {
  return {
    recipient: config.incomingRecipient ?? null,
    passphrase: config.incomingPassphrase ?? '',
    ticketPattern: wholeTicket(config.incomingTicketPattern),
    inboxOf: (address) => hash(`inbox:${address}`),
  };
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

/** The longest that any plan gives; in size, whatever can be configured here. */
function importLimitsOf({ anonymousMaxTtlSeconds }: SecretsConfig): ImportLimits {
  const longestTtlSeconds = Math.max(anonymousMaxTtlSeconds, ...plans.map(({ limits }) => limits.maxTtlSeconds));
  return { longestTtlSeconds, maxCharacters: mostCharacters };
}

/** What the keys are opened with, and `lasting` is filled from: at once from a directory, else once the store answers. */
export async function cryptoOptionsOf(
  config: SecretsConfig,
  { database, dataDir }: Pick<SecretsDependencies, 'database' | 'dataDir'>,
  { poolFor }: Foundation,
  lasting: OpenedLastingKeys = createLastingKeys(),
): Promise<CryptoOptions> {
  const { kind, store } = await openKeyStore(config, dataDir ?? null);
  if (kind === 'file') await lasting.load(lastingKeysIn(config.keysDir));
  const takeStore = kind === 'file' ? undefined : () => takeNetworkStore(store, database, lasting);
  return { pool: poolFor('keys'), openStore: async () => store, takeStore, epochMinutes: config.epochMinutes };
}
