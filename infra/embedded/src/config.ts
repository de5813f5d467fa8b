import path from 'node:path';
import { accountsConfig } from '@onceover/accounts/config';
import { auditConfig } from '@onceover/audit/config';
import { gatewayConfig } from '@onceover/gateway/config';
import { notificationsConfig } from '@onceover/notifications/config';
import { directory, wholeNumber } from '@onceover/schema/settings';
import { secretsConfig } from '@onceover/secrets/config';
import { type ConfigOf, defineConfig, loadConfig } from '@onceover/service-kit/config';
import { z } from 'zod';

/** The settings of the all-in-one process, beside those of the services it holds. */
const embeddedConfig = defineConfig({
  dataDir: {
    env: 'ONCEOVER_DATA_DIR',
    schema: directory,
    default: './data',
    doc: 'Data directory of the embedded PostgreSQL.',
  },
  databaseUrl: {
    env: 'ONCEOVER_DATABASE_URL',
    schema: z.url({
      protocol: /^postgres(ql)?$/,
      error: 'give an address like postgres://user:password@host:5432/name',
    }),
    doc: 'PostgreSQL database to use instead of the embedded one. Processes that share a database must share the keys directory.',
    default: '',
    sensitive: true,
  },
  metricsPort: {
    env: 'ONCEOVER_METRICS_PORT',
    schema: wholeNumber(0, 65_535).optional(),
    doc: 'Port that serves /metrics for Prometheus, and nothing else; 0 picks a free one. Default: none.',
  },
  metricsHost: {
    env: 'ONCEOVER_METRICS_HOST',
    schema: z.string().min(1),
    default: '127.0.0.1',
    doc: 'Address that the metrics port listens on. Whoever reaches it can read them.',
  },
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
