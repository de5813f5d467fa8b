import { serviceNames } from '@onceover/schema/internal/catalog';
import { ConfigError } from '@onceover/service-kit/config';
import type { Logger } from '@onceover/service-kit/logging';
import { siteOriginOf } from './config.ts';
import type { RunningProcess } from './service-process.ts';

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
    const [{ startServiceProcess }, service, { secretsConfig }] = await Promise.all([
      import('./service-process.ts'),
      import('@onceover/secrets'),
      import('@onceover/secrets/config'),
    ]);
    const entry = {
      name: 'secrets',
      definition: secretsConfig,
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
    const entry = { name: 'notifications', definition: notificationsConfig, connections, start } as const;
    return await startServiceProcess({ ...entry, migrate: service.migrateNotifications }, env, log);
  },
  async audit(env, log) {
    const [{ startServiceProcess }, service, { auditConfig }] = await Promise.all([
      import('./service-process.ts'),
      import('@onceover/audit'),
      import('@onceover/audit/config'),
    ]);
    const connections = () => ({ most: service.auditConnections, settings: [] });
    const entry = { name: 'audit', definition: auditConfig, connections, migrate: service.migrateAudit } as const;
    return await startServiceProcess({ ...entry, start: service.startAudit }, env, log);
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
