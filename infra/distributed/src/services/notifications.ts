import { migrateNotifications, notificationsConnections, startNotifications } from '@onceover/notifications';
import { type NotificationsConfig, notificationsConfig } from '@onceover/notifications/config';
import { ConfigError } from '@onceover/service-kit/config';
import { siteOriginOf } from '../config.ts';
import type { ServiceBacking, ServiceEntry } from '../service-process.ts';
import { everywhere, onThisHost } from './keys.ts';

export const notificationsEntry = {
  name: 'notifications',
  definition: notificationsConfig,
  // Keys of emails are made and destroyed, unless they are derived from the key-encryption key.
  keys: (config: NotificationsConfig) => (config.kek === undefined ? onThisHost(config) : everywhere(config)),
  connections: () => ({ most: notificationsConnections, settings: [] }),
  migrate: migrateNotifications,
  async start(config: NotificationsConfig, backing: ServiceBacking) {
    const origin = siteOriginOf(siteHostIn(backing));
    return await startNotifications(config, { ...backing, siteOrigin: () => origin });
  },
} as const satisfies ServiceEntry<typeof notificationsConfig>;

/** Links in emails begin with it. */
function siteHostIn({ process: { siteHost } }: Pick<ServiceBacking, 'process'>): string {
  if (siteHost === undefined) {
    throw new ConfigError([
      'ONCEOVER_SITE_HOST is required here: links in emails begin with it; give the host[:port] of the site',
    ]);
  }
  return siteHost;
}
