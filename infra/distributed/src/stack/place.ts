import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type ServiceName, serviceNames } from '@onceover/schema/internal/catalog';
import { wholeNumber } from '@onceover/schema/settings';
import { ConfigError } from '@onceover/service-kit/config';
import type { ProcessWithSettings } from '../settings-of.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where the whole stack is on this machine. */
export interface StackPlace {
  /** The database, emails and environment files. */
  readonly stateDir: string;
  /** The keys, beside it. */
  readonly keysDir: string;
  /** Where people reach it. */
  readonly host: string;
  readonly port: number;
  /** The services listen on the ports after this one, on loopback. */
  readonly internalPort: number;
  /** Each service has a database of its own in the stack's PostgreSQL; otherwise they share one. */
  readonly hasDatabasesApart: boolean;
  /** Otherwise only what they need is started, for a command that has to come before them. */
  readonly hasServices: boolean;
  /** Settings for the processes, as whoever starts the stack has given them. */
  readonly env: Environment;
}

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  'state-dir': { type: 'string' },
  'internal-port': { type: 'string' },
  'databases-apart': { type: 'boolean' },
  'without-services': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const usage = `npm run start:distributed -- [--port 3000] [--host 127.0.0.1] [--state-dir ./data-distributed] [--internal-port 4100] [--databases-apart] [--without-services]
Starts every service as a process of its own, with PostgreSQL, Kafka, Redis and a key store unless ONCEOVER_DATABASE_URL,
ONCEOVER_KAFKA_BROKERS, ONCEOVER_REDIS_URL and ONCEOVER_KEY_STORE name them. Keys are beside the state, in STATE-DIR-keys. All of it listens on the ports after --internal-port,
on loopback. With --databases-apart each service has a database of its own. --without-services
starts what they need alone, for commands after a restore. Every other setting comes from the environment.`;

/** Where the stack is to be. Throws `ConfigError`. */
export function readPlace(args: readonly string[], env: Environment): StackPlace | 'help' {
  const values = valuesOf(args);
  if (values.help === true) return 'help';
  const hasDatabasesApart = values['databases-apart'] === true;
  if (hasDatabasesApart && (env.ONCEOVER_DATABASE_URL || env.ONCEOVER_DATABASE_URL_FILE)) {
    throw new ConfigError([
      '--databases-apart: the PostgreSQL that is started here has a database for each service; start without ONCEOVER_DATABASE_URL',
    ]);
  }
  const stateDir = path.resolve(values['state-dir'] ?? 'data-distributed');
  return {
    stateDir,
    keysDir: `${stateDir}-keys`,
    host: values.host ?? env.ONCEOVER_HOST ?? '127.0.0.1',
    port: portFrom('--port', values.port ?? env.ONCEOVER_PORT ?? '3000', 65_535),
    internalPort: portFrom('--internal-port', values['internal-port'] ?? '4100', 65_535 - serviceNames.length - 3),
    hasDatabasesApart,
    hasServices: values['without-services'] !== true,
    env,
  };
}

function valuesOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : String(error)]);
  }
}

function portFrom(flag: string, text: string, most: number): number {
  const port = wholeNumber(1, most).safeParse(text);
  if (port.success) return port.data;
  throw new ConfigError([
    `${flag}=${JSON.stringify(text)}: ${port.error.issues.map(({ message }) => message).join('; ')}`,
  ]);
}

export const internalPortOf = ({ internalPort }: StackPlace, name: ServiceName): number =>
  internalPort + 1 + serviceNames.indexOf(name);

/** Where the stack's own brokers, Redis and key store listen, after the services. */
export const kafkaPortOf = ({ internalPort }: StackPlace): number => internalPort + serviceNames.length + 1;
export const redisPortOf = ({ internalPort }: StackPlace): number => internalPort + serviceNames.length + 2;

export const keyStorePortOf = ({ internalPort }: StackPlace): number => internalPort + serviceNames.length + 3;

/** Whether somebody said where the keys of secrets are; otherwise the stack brings a key store. */
export const isKeyStoreGiven = ({ env }: Pick<StackPlace, 'env'>): boolean => Boolean(env.ONCEOVER_KEY_STORE);

/** The certificates by which the stack's own key store and secrets know each other. */
export const certificatesDir = ({ keysDir }: Pick<StackPlace, 'keysDir'>): string => path.join(keysDir, 'certificates');

/** Whether a Redis was named; otherwise the stack brings its own. */
export const isRedisGiven = ({ env }: Pick<StackPlace, 'env'>): boolean =>
  Boolean(env.ONCEOVER_REDIS_URL || env.ONCEOVER_REDIS_URL_FILE);

/** The file that holds the address of the database of a service, which may have a password. */
export const databaseUrlFile = ({ stateDir, hasDatabasesApart }: DatabasesPlace, name: ServiceName): string =>
  path.join(stateDir, 'env', hasDatabasesApart ? `${name}-database.url` : 'database.url');

type DatabasesPlace = Pick<StackPlace, 'stateDir' | 'hasDatabasesApart'>;

export const environmentFile = ({ stateDir }: Pick<StackPlace, 'stateDir'>, name: ProcessWithSettings): string =>
  path.join(stateDir, 'env', `${name}.env`);

/** The address that was given for the database; undefined: the stack brings its own. */
export function givenDatabase({ env }: Pick<StackPlace, 'env'>): string | undefined {
  const { ONCEOVER_DATABASE_URL: url, ONCEOVER_DATABASE_URL_FILE: file } = env;
  if (url) return url;
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8').trimEnd();
  } catch {
    throw new ConfigError(['ONCEOVER_DATABASE_URL_FILE: the file cannot be read']);
  }
}
