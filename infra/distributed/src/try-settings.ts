import { kafkaConfig, kafkaConnectionOf } from '@onceover/kafka-log/config';
import { keyStoreConfig } from '@onceover/keys/config';
import { addressFrom, databaseUrl } from '@onceover/process/database';
import { defineConfig, loadConfig } from '@onceover/service-kit/config';
import { readCallKeys } from './call-keys.ts';
import { loadProcessConfig } from './config.ts';
import type { ProcessName } from './processes.ts';
import { relayConfig } from './relay-process.ts';
import { isService, ownSettingsOf } from './settings-of.ts';
import { tlsIdentityOf } from './tls-identity.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads settings, keys of calls and certificates as a start of the process does, and connects to nothing: for those who write settings for
 * others.
 *
 * Refuses  `ConfigError`, `UnsafeKeys`: what a start would refuse before it asks anybody
 */
export async function trySettings(name: ProcessName | 'key-store', env: Environment): Promise<void> {
  if (name === 'key-store') return void loadConfig({ keyStore: keyStoreConfig }, env);
  if (name === 'relay') loadConfig({ relay: relayConfig, kafka: kafkaConfig }, env);
  if (name === 'partner-egress') loadConfig(ownSettingsOf(name), env);
  if (name !== 'relay' && isService(name)) {
    const { process } = loadProcessConfig(name, ownSettingsOf(name), env);
    tlsIdentityOf(process);
    await readCallKeys(name, process);
  }
  if (name !== 'gateway') tryStores(env);
}

/** The settings of the database and of Kafka, of which the whole was read before. */
function tryStores(env: Environment): void {
  const stores = { database: defineConfig({ url: { ...databaseUrl, doc: 'Database.' } }), kafka: kafkaConfig };
  const known = new Set(Object.values(stores).flatMap((each) => Object.values(each).map((setting) => setting.env)));
  const theirs = Object.entries(env).filter(([each]) => known.has(each) || known.has(each.replace(/_FILE$/, '')));
  const { database, kafka } = loadConfig(stores, Object.fromEntries(theirs));
  addressFrom(database.url);
  kafkaConnectionOf(kafka, 'try');
}
