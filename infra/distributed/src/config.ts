import { backupDir } from '@onceover/process/backups';
import { databaseUrl } from '@onceover/process/database';
import { telemetrySettings } from '@onceover/process/telemetry';
import { neighboursOf, type ServiceName } from '@onceover/schema/internal/catalog';
import { allowOpenKeys, directory, onOff, siteHost, wholeNumber } from '@onceover/schema/settings';
import { hostnameOf, isLoopback } from '@onceover/schema/site-host';
import {
  type ConfigDefinition,
  ConfigError,
  type ConfigOf,
  defineConfig,
  loadConfig,
  type Setting,
} from '@onceover/service-kit/config';
import { z } from 'zod';

/** A file that is read when the process starts. */
const file = z.string().min(1);

/** The settings of every process beside those of the service in it. */
export const processConfig = defineConfig({
  internalHost: {
    env: 'ONCEOVER_INTERNAL_HOST',
    schema: z.string().min(1),
    default: '127.0.0.1',
    doc: 'Address on which the other services reach this one.',
  },
  internalPort: {
    env: 'ONCEOVER_INTERNAL_PORT',
    schema: wholeNumber(0, 65_535),
    doc: 'Port on which the other services reach this one; 0 picks a free one.',
  },
  callKeysDir: {
    env: 'ONCEOVER_CALL_KEYS_DIR',
    schema: directory,
    doc: 'Directory of the key files with which services sign what they ask each other: one for each pair that this service is part of, such as gateway-secrets.key.',
  },
  allowOpenKeys,
  tlsCertFile: {
    env: 'ONCEOVER_INTERNAL_TLS_CERT_FILE',
    schema: file.optional(),
    doc: 'Certificate of this process for mutual TLS between services, PEM. Default: plain HTTP, on loopback only.',
  },
  tlsKeyFile: {
    env: 'ONCEOVER_INTERNAL_TLS_KEY_FILE',
    schema: file.optional(),
    doc: 'Private key of that certificate, PEM.',
  },
  tlsCaFile: {
    env: 'ONCEOVER_INTERNAL_TLS_CA_FILE',
    schema: file.optional(),
    doc: 'Certificates of the authority that the certificates of the other services are from, PEM.',
  },
  allowPlainCalls: {
    env: 'ONCEOVER_ALLOW_PLAIN_CALLS',
    schema: onOff,
    default: false,
    doc: 'Let services talk to each other in plain HTTP beyond loopback. Secrets travel there: only where the network itself encrypts.',
  },
  siteHost,
  ...telemetrySettings,
});
export type ProcessConfig = ConfigOf<typeof processConfig>;

/** Where the relay of a service's log runs. */
const relayPlaces = ['inside', 'apart'] as const;

/** What a process with tables of its own needs besides. */
export const storeConfig = defineConfig({
  databaseUrl: {
    ...databaseUrl,
    doc: 'PostgreSQL database of the service, such as postgres://user:password@host:5432/name.',
  },
  backupDir,
  relay: {
    env: 'ONCEOVER_RELAY',
    schema: z.enum(relayPlaces, 'say inside or apart'),
    default: 'inside',
    doc: 'Who publishes the log of the service to Kafka: its own processes (inside), one of them at a time, or processes of their own (apart).',
  },
});

/** The settings of the process that puts events of partners on their topics, and does nothing else. */
export const partnerEgressConfig = defineConfig({
  databaseUrl: { ...databaseUrl, doc: 'PostgreSQL database of notifications.' },
  siteHost,
  ...telemetrySettings,
});

const addresses = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(
    z.array(z.url({ protocol: /^https?$/, error: 'give addresses like http://127.0.0.1:4101, with commas between' })),
  );

/** Where the services that this one asks are reached: `ONCEOVER_<NAME>_URL`. */
export function neighbourConfig(name: ServiceName): Readonly<Record<string, Setting<readonly string[]>>> {
  return Object.fromEntries(neighboursOf(name).map((neighbour) => [neighbour, urlSetting(neighbour)]));
}

export function urlSetting(name: ServiceName) {
  return {
    env: `ONCEOVER_${name.toUpperCase() as Uppercase<ServiceName>}_URL`,
    schema: addresses,
    doc: `Where the processes of ${name} are reached, such as http://127.0.0.1:4101; of several, with commas between.`,
  } as const;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of one process, its own and those of what it holds. Throws `ConfigError` with all problems at once. */
export function loadProcessConfig<const D extends Readonly<Record<string, ConfigDefinition>>>(
  name: ServiceName,
  definitions: D,
  env: Environment,
) {
  const loaded = loadConfig({ ...definitions, process: processConfig, neighbours: neighbourConfig(name) }, env);
  const config = loaded as typeof loaded & { readonly process: ProcessConfig };
  refusePlain(config.process, Object.values(config.neighbours).flat());
  return config;
}

/** Nobody else may read what services tell each other. */
function refusePlain({ allowPlainCalls, internalHost, ...tls }: ProcessConfig, urls: readonly string[]): void {
  const files = [tls.tlsCertFile, tls.tlsKeyFile, tls.tlsCaFile];
  const given = files.filter((each) => each !== undefined).length;
  if (given !== 0 && given !== files.length) {
    throw new ConfigError([
      'Mutual TLS needs ONCEOVER_INTERNAL_TLS_CERT_FILE, ONCEOVER_INTERNAL_TLS_KEY_FILE and ONCEOVER_INTERNAL_TLS_CA_FILE, all three or none',
    ]);
  }
  const secured = new URL('https://x').protocol;
  const plain = urls.filter((url) => new URL(url).protocol !== secured);
  if (given === files.length) {
    if (plain.length === 0) return;
    throw new ConfigError([`With mutual TLS every address begins with https://: ${plain.join(', ')}`]);
  }
  if (plain.length < urls.length) {
    throw new ConfigError([
      'Addresses that begin with https:// need ONCEOVER_INTERNAL_TLS_CERT_FILE, _KEY_FILE and _CA_FILE',
    ]);
  }
  const beyond = [...plain.map((url) => new URL(url).hostname), internalHost].filter((host) => !isLoopback(host));
  if (beyond.length === 0 || allowPlainCalls) return;
  throw new ConfigError([
    `${beyond[0]} is not loopback, and plain HTTP shows secrets to whoever reads the network: set up mutual TLS (ONCEOVER_INTERNAL_TLS_CERT_FILE, _KEY_FILE, _CA_FILE), or say ONCEOVER_ALLOW_PLAIN_CALLS=on where the network itself encrypts`,
  ]);
}

/** Whether people reach the site from elsewhere: production rules apply. */
export function isProduction({ siteHost: site }: Pick<ProcessConfig, 'siteHost'>): boolean {
  return site !== undefined && !isLoopback(hostnameOf(site));
}

/** The start of every link, such as `https://once.example`. */
export function siteOriginOf(site: string): string {
  return `${isProduction({ siteHost: site }) ? 'https' : 'http'}://${site}`;
}
