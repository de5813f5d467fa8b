import { accountsConnections } from '@onceover/accounts';
import { auditConnections } from '@onceover/audit';
import { notificationsConnections } from '@onceover/notifications';
import type { ConnectionNeed } from '@onceover/postgres-kit/check-connections';
import { secretsConnections } from '@onceover/secrets';
import type { EmbeddedConfig } from './config.ts';

/** A scrape of the metrics has a connection of its own for the time of one statement. */
const METRICS = 1;

/** Reading logs for the consumers of all services. */
export const LOG_READERS = 2;

/** What all pools of one process may open. */
export function connectionNeed({ accounts, secrets }: Pick<EmbeddedConfig, 'accounts' | 'secrets'>): ConnectionNeed {
  return {
    perProcess:
      accountsConnections(accounts) +
      secretsConnections(secrets) +
      notificationsConnections +
      auditConnections +
      METRICS +
      LOG_READERS,
    settings: [
      `ONCEOVER_ACCOUNTS_CONNECTIONS (${accounts.connections})`,
      `ONCEOVER_SECRETS_CONNECTIONS (${secrets.connections})`,
    ],
  };
}
