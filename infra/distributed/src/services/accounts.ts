import { accountsConnections, migrateAccounts, startAccounts } from '@onceover/accounts';
import { type AccountsConfig, accountsConfig } from '@onceover/accounts/config';
import type { ServiceEntry } from '../service-process.ts';
import { everywhere } from './keys.ts';

export const accountsEntry = {
  name: 'accounts',
  definition: accountsConfig,
  keys: everywhere,
  connections: (config: AccountsConfig) => ({
    most: accountsConnections(config),
    settings: [`ONCEOVER_ACCOUNTS_CONNECTIONS (${config.connections})`],
  }),
  migrate: migrateAccounts,
  start: startAccounts,
} as const satisfies ServiceEntry<typeof accountsConfig>;
