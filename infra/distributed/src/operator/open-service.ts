import type { KafkaConfig } from '@onceover/kafka-log/config';
import type { PostgresAddress } from '@onceover/postgres-server';
import { addressFrom } from '@onceover/process/database';
import type { LogName } from '@onceover/schema/events/logs';
import { askEverywhere } from '@onceover/service-http/connect-service';
import type { ConfigDefinition, ConfigOf } from '@onceover/service-kit/config';
import { type AskInternal, createInternalCalls, type InternalHandler } from '@onceover/service-kit/internal-call';
import type { Logger } from '@onceover/service-kit/logging';
import type { LogAccess } from '@onceover/service-shell/log-access';
import { z } from 'zod';
import { backingConfig, logsOnKafka, openKafka } from '../backing.ts';
import { loadProcessConfig, type ProcessConfig, storeConfig } from '../config.ts';
import { connectNeighbours } from '../neighbours.ts';
import { type ServiceEntry, takeAndMigrate } from '../service-process.ts';
import type { KeysOfService } from '../services/keys.ts';

/** A service as a command works with it, beside its processes: its settings, its database, and the others as it asks them. */
export interface CommandService<Config> {
  readonly name: LogName;
  readonly config: Config;
  readonly process: ProcessConfig;
  readonly database: PostgresAddress;
  /** Where its backups go. */
  readonly backupDir: string | undefined;
  readonly keys: KeysOfService | null;
  readonly kafka: KafkaConfig;
  readonly ask: AskInternal;
  readonly logs: LogAccess;
  /** What the service itself would answer, and is asked here. */
  answerHere(handlers: readonly InternalHandler[]): void;
  /** Refuses keys that are not its own, and brings its schema up to date. */
  take(): Promise<void>;
  migrate(): Promise<void>;
}

/**
 * Commands ask nothing of Redis: its address, which may have a password and stands in no file for reading, need not be
 * given.
 */
export const unaskedRedis = Object.fromEntries(
  Object.entries(backingConfig.redis).map(([name, setting]) => [name, { ...setting, schema: z.unknown() }]),
);

/** Opens it; nothing is asked and nothing changed yet. `stack` closes the connections. */
export async function openCommandService<const D extends ConfigDefinition>(
  entry: Omit<ServiceEntry<D>, 'start' | 'connections'>,
  env: Readonly<Record<string, string | undefined>>,
  { log, stack }: { readonly log: Logger; readonly stack: AsyncDisposableStack },
): Promise<CommandService<ConfigOf<D>>> {
  const { name } = entry;
  const { kafka } = backingConfig;
  const loaded = loadProcessConfig(
    name,
    { store: storeConfig, service: entry.definition, kafka, redis: unaskedRedis },
    env,
  );
  const config = loaded.service as ConfigOf<D>;
  const database = addressFrom(loaded.store.databaseUrl);
  const here = createInternalCalls();
  const ask = askEverywhere(here, await connectNeighbours(name, loaded, { log, stack }));
  return {
    name,
    config,
    process: loaded.process,
    database,
    backupDir: loaded.store.backupDir,
    keys: await entry.keys(config),
    kafka: loaded.kafka,
    ask,
    logs: logsOnKafka(openKafka(loaded.kafka, name), loaded.kafka, ask),
    answerHere: (handlers) => here.register(handlers),
    take: () => takeAndMigrate(entry, config, loaded.process, database),
    migrate: () => entry.migrate(database),
  };
}
