import { serviceNames } from '@onceover/schema/internal/catalog';
import { ConfigError } from '@onceover/service-kit/config';
import { hostIdentity } from '@onceover/service-kit/host-identity';
import type { Logger } from '@onceover/service-kit/logging';
import { siteOriginOf } from './config.ts';
import type { KeysOfService, RunningProcess } from './service-process.ts';

type Start = (env: NodeJS.ProcessEnv, log: Logger) => Promise<RunningProcess>;

/** Every process that there is: the services, and the relays where they run apart. */
export const processNames = [...serviceNames, 'relay'] as const;
export type ProcessName = (typeof processNames)[number];

/** Each process by its name. It loads the code of its own service and of no other. */
export const processes: Readonly<Record<ProcessName, Start>> = {
  async accounts(env, log) {
    const [{ startServiceProcess }, service, { accountsConfig }] = await Promise.all([
      import('./service-process.ts'),
      import('@onceover/accounts'),
      import('@onceover/accounts/config'),
    ]);
    const entry = {
      name: 'accounts',
      definition: accountsConfig,
      keys: everywhere,
      connections: (config: Parameters<typeof service.accountsConnections>[0]) => ({
        most: service.accountsConnections(config),
        settings: [`ONCEOVER_ACCOUNTS_CONNECTIONS (${config.connections})`],
      }),
      migrate: service.migrateAccounts,
      start: service.startAccounts,
    } as const;
    return await startServiceProcess(entry, env, log);
  },
  async secrets(env, log) {
    const [{ startServiceProcess }, service, { hasNetworkKeyStore, secretsConfig }] = await Promise.all([
      import('./service-process.ts'),
      import('@onceover/secrets'),
      import('@onceover/secrets/config'),
    ]);
    const entry = {
      name: 'secrets',
      definition: secretsConfig,
      keys: async (config: Parameters<typeof service.secretsConnections>[0]) =>
        hasNetworkKeyStore(config) ? null : await onThisHost(config),
      connections: (config: Parameters<typeof service.secretsConnections>[0]) => ({
        most: service.secretsConnections(config),
        settings: [`ONCEOVER_SECRETS_CONNECTIONS (${config.connections})`],
      }),
      migrate: service.migrateSecrets,
      start: service.startSecrets,
    } as const;
    return await startServiceProcess(entry, env, log);
  },
  async notifications(env, log) {
    const [{ startServiceProcess }, service, { notificationsConfig }] = await Promise.all([
      import('./service-process.ts'),
      import('@onceover/notifications'),
      import('@onceover/notifications/config'),
    ]);
    type Start = typeof service.startNotifications;
    const start = (config: Parameters<Start>[0], backing: Omit<Parameters<Start>[1], 'siteOrigin'> & SiteSetting) => {
      const origin = siteOriginOf(siteHostIn(backing));
      return service.startNotifications(config, { ...backing, siteOrigin: () => origin });
    };
    const connections = () => ({ most: service.notificationsConnections, settings: [] });
    // Keys of emails are made and destroyed, unless they are derived from the key-encryption key.
    const keys = (config: Parameters<Start>[0]) => (config.kek === undefined ? onThisHost(config) : everywhere(config));
    const entry = { name: 'notifications', definition: notificationsConfig, keys, connections, start } as const;
    return await startServiceProcess({ ...entry, migrate: service.migrateNotifications }, env, log);
  },
  async audit(env, log) {
    const [{ startServiceProcess }, service, { auditConfig }] = await Promise.all([
      import('./service-process.ts'),
      import('@onceover/audit'),
      import('@onceover/audit/config'),
    ]);
    const connections = () => ({ most: service.auditConnections, settings: [] });
    const entry = { name: 'audit', definition: auditConfig, keys: everywhere, connections } as const;
    return await startServiceProcess({ ...entry, migrate: service.migrateAudit, start: service.startAudit }, env, log);
  },
  async gateway(env, log) {
    const { startGatewayProcess } = await import('./gateway-process.ts');
    return await startGatewayProcess(env, log);
  },
  async relay(env, log) {
    const { startRelayProcess } = await import('./relay-process.ts');
    return await startRelayProcess(env, log);
  },
};

/** Keys that never change: every host may have a copy. */
const everywhere = async ({ keysDir }: { readonly keysDir: string }): Promise<KeysOfService> => ({ keysDir });

/** Keys that are made and destroyed: another host, or a copy, would do so on its own. */
async function onThisHost({ keysDir, keysHost }: HostedKeys): Promise<KeysOfService> {
  return { keysDir, host: await hostIdentity(keysHost) };
}

interface HostedKeys {
  readonly keysDir: string;
  readonly keysHost?: string | undefined;
}

interface SiteSetting {
  readonly process: { readonly siteHost?: string | undefined };
}

/** Links in emails begin with it. */
function siteHostIn({ process: { siteHost } }: SiteSetting): string {
  if (siteHost === undefined) {
    throw new ConfigError([
      'ONCEOVER_SITE_HOST is required here: links in emails begin with it; give the host[:port] of the site',
    ]);
  }
  return siteHost;
}
