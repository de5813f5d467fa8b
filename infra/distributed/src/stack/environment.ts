import path from 'node:path';
import { neighboursOf, type ServiceName } from '@onceover/schema/internal/catalog';
import { hasNetworkKeyStore } from '@onceover/secrets/config';
import { ConfigError, type Setting } from '@onceover/service-kit/config';
import { makePrivateDirectory, replaceDurably } from '@onceover/service-kit/durable-file';
import { urlSetting } from '../config.ts';
import { isKnown, isService, type ProcessWithSettings, refuseUnknownSettings, settingsOf } from '../settings-of.ts';
import {
  certificatesDir,
  databaseUrlFile,
  type Environment,
  environmentFile,
  internalPortOf,
  isKeyStoreGiven,
  isRedisGiven,
  kafkaPortOf,
  keyStorePortOf,
  redisPortOf,
  type StackPlace,
} from './place.ts';

/** What a process of the stack is started with: what it knows of the settings that were given, and where it is. */
export function environmentOf(name: ProcessWithSettings, place: StackPlace): Record<string, string> {
  const settings = settingsOf(name);
  const decided = decidedFor(name, place);
  const given = Object.entries(place.env).filter(([key, value]) => value !== undefined && isKnown(key, settings));
  return { ...(Object.fromEntries(given) as Record<string, string>), ...decided };
}

/** What is decided by where the stack is, whatever was given. */
function decidedFor(name: ProcessWithSettings, place: StackPlace): Record<string, string> {
  if (isService(name)) return serviceAt(name, place);
  return name === 'key-store' ? keyStoreAt(place) : partnerEgressAt(place);
}

function serviceAt(name: ServiceName, place: StackPlace): Record<string, string> {
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
    ...(name === 'secrets' && !isKeyStoreGiven(place) ? askingKeyStore(place) : {}),
    ...(name === 'secrets' && hasKeyStore(place) ? {} : { ONCEOVER_KEYS_DIR: path.join(keysDir, name) }),
    ...siteAt(place),
    ...(isGateway ? { ONCEOVER_HOST: host, ONCEOVER_PORT: String(port) } : databaseAt(place, name)),
    ...(name === 'notifications' ? { ONCEOVER_MAIL_DIR: env.ONCEOVER_MAIL_DIR || path.join(stateDir, 'mail') } : {}),
    ...Object.fromEntries(urls),
    ...(isGateway ? {} : brokersAt(place)),
    ...redisAt(place),
  };
}

/** It works on the database of notifications. */
function partnerEgressAt(place: StackPlace): Record<string, string> {
  return { ...siteAt(place), ...databaseAt(place, 'notifications'), ...brokersAt(place), ...redisAt(place) };
}

const siteAt = ({ env, host, port }: StackPlace) => ({
  ONCEOVER_SITE_HOST: env.ONCEOVER_SITE_HOST || `${host}:${port}`,
});

const databaseAt = (place: StackPlace, name: ServiceName) => {
  return { ONCEOVER_DATABASE_URL: '', ONCEOVER_DATABASE_URL_FILE: databaseUrlFile(place, name) };
};

const redisAt = (place: StackPlace): Record<string, string> =>
  isRedisGiven(place) ? {} : { ONCEOVER_REDIS_URL: `redis://127.0.0.1:${redisPortOf(place)}` };

/** Whether secrets has its keys in a store, its own of the stack or another, and no directory. */
const hasKeyStore = ({ env }: StackPlace): boolean =>
  hasNetworkKeyStore({ keyStore: env.ONCEOVER_KEY_STORE || 'of the stack' });

function askingKeyStore(place: StackPlace): Record<string, string> {
  const url = `https://127.0.0.1:${keyStorePortOf(place)}`;
  return { ONCEOVER_KEY_STORE: url, ...certificateOf('secrets', place) };
}

function keyStoreAt(place: StackPlace): Record<string, string> {
  return {
    ONCEOVER_KEY_STORE_DIR: path.join(place.keysDir, 'key-store'),
    ONCEOVER_KEY_STORE_HOST: '127.0.0.1',
    ONCEOVER_KEY_STORE_PORT: String(keyStorePortOf(place)),
    ...certificateOf('server', place),
  };
}

function certificateOf(name: string, place: StackPlace): Record<string, string> {
  const file = (base: string) => path.join(certificatesDir(place), base);
  return {
    ONCEOVER_KEY_STORE_CA: file('ca.crt'),
    ONCEOVER_KEY_STORE_CERT: file(`${name}.crt`),
    ONCEOVER_KEY_STORE_KEY: file(`${name}.key`),
  };
}

/** One broker of our own has one copy of everything. */
function brokersAt(place: StackPlace): Record<string, string> {
  if (place.env.ONCEOVER_KAFKA_BROKERS) return {};
  return { ONCEOVER_KAFKA_BROKERS: `127.0.0.1:${kafkaPortOf(place)}`, ONCEOVER_KAFKA_COPIES: '1' };
}

/** Refuses  `ConfigError`: what no process of the stack knows, or what does not go together here */
export function refuseSettings(env: Environment): void {
  refuseUnknownSettings(env);
  if (isKeyStoreGiven({ env }) || !(env.ONCEOVER_KEK || env.ONCEOVER_KEK_FILE)) return;
  throw new ConfigError([
    'ONCEOVER_KEK: the key store that is started here makes its own key-encryption key; start without ONCEOVER_KEK, or with ONCEOVER_KEY_STORE=file',
  ]);
}

/** Writes what a process is started with for people to read; what must stay secret is not shown. */
export async function writeEnvironment(name: ProcessWithSettings, place: StackPlace): Promise<Record<string, string>> {
  const [settings, environment] = [settingsOf(name), environmentOf(name, place)];
  const lines = Object.entries(environment)
    .filter(([, value]) => value !== '')
    .flatMap(([key, value]) => linesOf(key, value, settings));
  const text = [`# What npm run start:distributed starts ${name} with. Written anew at each start.`, '', ...lines, ''];
  const file = environmentFile(place, name);
  await makePrivateDirectory(path.dirname(file));
  await replaceDurably(file, Buffer.from(text.join('\n')), 0o600);
  return environment;
}

function linesOf(key: string, value: string, settings: ReadonlyMap<string, Setting<unknown>>): readonly string[] {
  const { doc, sensitive } = settings.get(key) ?? settings.get(key.replace(/_FILE$/, '')) ?? {};
  const isSecret = sensitive === true && settings.has(key);
  return [`# ${doc ?? ''}`, isSecret ? `# ${key} is set, and not shown.` : `${key}=${value}`, ''];
}
