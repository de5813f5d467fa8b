import path from 'node:path';
import { accountsConfig } from '@onceover/accounts/config';
import { auditConfig } from '@onceover/audit/config';
import { gatewayConfig } from '@onceover/gateway/config';
import { notificationsConfig } from '@onceover/notifications/config';
import { neighboursOf, type ServiceName, serviceNames } from '@onceover/schema/internal/catalog';
import { secretsConfig } from '@onceover/secrets/config';
import { type ConfigDefinition, ConfigError, logLevelSetting, type Setting } from '@onceover/service-kit/config';
import { replaceDurably } from '@onceover/service-kit/durable-file';
import { backingConfig } from '../backing.ts';
import { neighbourConfig, processConfig, storeConfig, urlSetting } from '../config.ts';
import {
  databaseUrlFile,
  type Environment,
  environmentFile,
  internalPortOf,
  isRedisGiven,
  kafkaPortOf,
  redisPortOf,
  type StackPlace,
} from './place.ts';

const { kafka, redis } = backingConfig;

const own: Readonly<Record<ServiceName, readonly ConfigDefinition[]>> = {
  accounts: [accountsConfig, storeConfig, kafka, redis],
  secrets: [secretsConfig, storeConfig, kafka, redis],
  notifications: [notificationsConfig, storeConfig, kafka, redis],
  audit: [auditConfig, storeConfig, kafka, redis],
  gateway: [gatewayConfig, redis],
};

/** Every setting that a process knows, by its name. */
export function settingsOf(name: ServiceName): ReadonlyMap<string, Setting<unknown>> {
  const definitions = [...own[name], processConfig, neighbourConfig(name), { logLevel: logLevelSetting }];
  return new Map(definitions.flatMap((each) => Object.values(each).map((setting) => [setting.env, setting])));
}

/** What a process of the stack is started with: what it knows of the settings that were given, and where it is. */
export function environmentOf(name: ServiceName, place: StackPlace): Record<string, string> {
  const settings = settingsOf(name);
  const given = Object.entries(place.env).filter(([key, value]) => value !== undefined && isKnown(key, settings));
  return { ...(Object.fromEntries(given) as Record<string, string>), ...decidedOf(name, place) };
}

function isKnown(name: string, settings: ReadonlyMap<string, Setting<unknown>>): boolean {
  return settings.has(name) || settings.get(name.replace(/_FILE$/, ''))?.sensitive === true;
}

/** What is decided by where the stack is, whatever was given. */
function decidedOf(name: ServiceName, place: StackPlace): Record<string, string> {
  const { stateDir, keysDir, host, port, env } = place;
  const isGateway = name === 'gateway';
  const urls = neighboursOf(name).map((neighbour) => [
    urlSetting(neighbour).env,
    `http://127.0.0.1:${internalPortOf(place, neighbour)}`,
  ]);
  return {
    ONCEOVER_INTERNAL_HOST: '127.0.0.1',
    ONCEOVER_INTERNAL_PORT: String(internalPortOf(place, name)),
    ONCEOVER_CALL_KEYS_DIR: path.join(keysDir, 'calls'),
    ONCEOVER_KEYS_DIR: path.join(keysDir, isGateway ? 'gateway' : 'services'),
    ONCEOVER_SITE_HOST: env.ONCEOVER_SITE_HOST || `${host}:${port}`,
    ...(isGateway ? { ONCEOVER_HOST: host, ONCEOVER_PORT: String(port) } : {}),
    ...(isGateway ? {} : { ONCEOVER_DATABASE_URL: '', ONCEOVER_DATABASE_URL_FILE: databaseUrlFile(place) }),
    ...(name === 'notifications' ? { ONCEOVER_MAIL_DIR: env.ONCEOVER_MAIL_DIR || path.join(stateDir, 'mail') } : {}),
    ...Object.fromEntries(urls),
    ...(isGateway || env.ONCEOVER_KAFKA_BROKERS ? {} : ownBrokers(place)),
    ...(isRedisGiven(place) ? {} : { ONCEOVER_REDIS_URL: `redis://127.0.0.1:${redisPortOf(place)}` }),
  };
}

/** One broker has one copy of everything. */
function ownBrokers(place: StackPlace): Record<string, string> {
  return { ONCEOVER_KAFKA_BROKERS: `127.0.0.1:${kafkaPortOf(place)}`, ONCEOVER_KAFKA_COPIES: '1' };
}

/** Refuses  `ConfigError`: what no process of the stack knows */
export function refuseUnknownSettings(env: Environment): void {
  const all = new Map(serviceNames.flatMap((name) => [...settingsOf(name)]));
  const unknown = Object.keys(env).filter((name) => name.startsWith('ONCEOVER_') && !isKnown(name, all));
  if (unknown.length === 0) return;
  throw new ConfigError(unknown.map((name) => `${name} is not a setting of any service; see their READMEs`));
}

/** Writes what a process is started with for people to read; what must stay secret is not shown. */
export async function writeEnvironment(name: ServiceName, place: StackPlace): Promise<Record<string, string>> {
  const [settings, environment] = [settingsOf(name), environmentOf(name, place)];
  const lines = Object.entries(environment)
    .filter(([, value]) => value !== '')
    .flatMap(([key, value]) => linesOf(key, value, settings));
  const text = [`# What npm run start:distributed starts ${name} with. Written anew at each start.`, '', ...lines, ''];
  await replaceDurably(environmentFile(place, name), Buffer.from(text.join('\n')), 0o600);
  return environment;
}

function linesOf(key: string, value: string, settings: ReadonlyMap<string, Setting<unknown>>): readonly string[] {
  const { doc, sensitive } = settings.get(key) ?? settings.get(key.replace(/_FILE$/, '')) ?? {};
  const isSecret = sensitive === true && settings.has(key);
  return [`# ${doc ?? ''}`, isSecret ? `# ${key} is set, and not shown.` : `${key}=${value}`, ''];
}
