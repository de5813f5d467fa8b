import path from 'node:path';
import { accountsConfig } from '@onceover/accounts/config';
import { auditConfig } from '@onceover/audit/config';
import { gatewayConfig } from '@onceover/gateway/config';
import { notificationsConfig } from '@onceover/notifications/config';
import { backupDir } from '@onceover/process/backups';
import { databaseUrl } from '@onceover/process/database';
import type { AskedPlace } from '@onceover/process/start-problem';
import { telemetrySettings } from '@onceover/process/telemetry';
import { lastingKeysOf } from '@onceover/schema/lasting-keys';
import { directory } from '@onceover/schema/settings';
import { hasNetworkKeyStore, secretsConfig } from '@onceover/secrets/config';
import { type ConfigOf, defineConfig, loadConfig } from '@onceover/service-kit/config';
import { hostIdentity } from '@onceover/service-kit/host-identity';

/** The settings of the all-in-one process, beside those of the services it holds. */
const embeddedConfig = defineConfig({
  dataDir: {
    env: 'ONCEOVER_DATA_DIR',
    schema: directory,
    default: './data',
    doc: 'Data directory of the embedded PostgreSQL.',
  },
  databaseUrl: {
    ...databaseUrl,
    doc: 'PostgreSQL database to use instead of the embedded one. Processes that share a database must share the keys directory.',
    default: '',
  },
  backupDir,
  ...telemetrySettings,
});

/** The settings of the process and of what it holds, by name. */
export const definitions = {
  embedded: embeddedConfig,
  accounts: accountsConfig,
  secrets: secretsConfig,
  notifications: notificationsConfig,
  audit: auditConfig,
  gateway: gatewayConfig,
};

export type EmbeddedConfig = {
  readonly [Name in keyof typeof definitions]: ConfigOf<(typeof definitions)[Name]>;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Every setting of the whole process from one environment. Throws `ConfigError` with all problems at once. */
export function loadEmbeddedConfig(env: Environment): EmbeddedConfig {
  return loadConfig(definitions, { ...env, ONCEOVER_KEYS_DIR: keysDirOf(env) });
}

/** Each data directory has its own keys beside it, unless another place is set. */
function keysDirOf({ ONCEOVER_KEYS_DIR: asked, ONCEOVER_DATA_DIR: dataDir }: Environment): string | undefined {
  return asked || (dataDir ? `${path.resolve(dataDir)}-keys` : undefined);
}

/** Where keys and data are. */
export function directoriesOf({ embedded, secrets }: EmbeddedConfig) {
  const { keysDir, allowOpenKeys } = secrets;
  return { keysDir, allowOpenKeys, dataDir: path.resolve(embedded.dataDir) };
}

/** The keys directory as this host claims it. */
export async function keysPlaceOf(config: EmbeddedConfig) {
  return { ...directoriesOf(config), host: await hostIdentity(config.secrets.keysHost) };
}

/** The lasting keys of this directory: those of secrets may be in a key store. */
export function lastingKeysHere({ secrets }: EmbeddedConfig): Readonly<Record<string, string>> {
  const { secrets: ofSecrets, ...others } = lastingKeysOf;
  const all = hasNetworkKeyStore(secrets) ? others : { ofSecrets, ...others };
  return Object.assign({}, ...Object.values(all));
}

/** Where the process was to listen, for what is said if it cannot. */
export function askedPlace({ host, port }: { readonly host: string; readonly port: number }): AskedPlace {
  return { host, port, portSetting: 'npm start -- --port ', hostSetting: 'ONCEOVER_HOST' };
}
