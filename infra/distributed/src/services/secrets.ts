import { migrateSecrets, secretsConnections, startSecrets } from '@onceover/secrets';
import { hasNetworkKeyStore, type SecretsConfig, secretsConfig } from '@onceover/secrets/config';
import type { ServiceEntry } from '../service-process.ts';
import { onThisHost } from './keys.ts';

export const secretsEntry = {
  name: 'secrets',
  definition: secretsConfig,
  keys: async (config: SecretsConfig) => (hasNetworkKeyStore(config) ? null : await onThisHost(config)),
  connections: (config: SecretsConfig) => ({
    most: secretsConnections(config),
    settings: [`ONCEOVER_SECRETS_CONNECTIONS (${config.connections})`],
  }),
  migrate: migrateSecrets,
  start: startSecrets,
} as const satisfies ServiceEntry<typeof secretsConfig>;
