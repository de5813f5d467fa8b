import type { RunningService } from '@onceover/graphql-kit/subgraph';
import { migrateSchema } from '@onceover/postgres-kit/migrate';
import type { Caller } from '@onceover/schema/caller';
import { notificationsHealth, settleEventIn } from '@onceover/schema/internal/service-health';
import { shownSettings } from '@onceover/service-kit/config';
import { answering } from '@onceover/service-kit/internal-call';
import { serviceToolsOf } from '@onceover/service-shell/service-tools';
import { startService } from '@onceover/service-shell/start-service';
import type pg from 'pg';
import { notificationsSchema } from './adapters/postgres/schema.ts';
import { definition, type NotificationsDependencies, openAdapters } from './adapters.ts';
import { choresOf } from './chores.ts';
import { type NotificationsConfig, notificationsConfig } from './config.ts';
import { consumers } from './consumers.ts';
import { internalOf } from './internal.ts';
import { jobsOf } from './messaging/jobs.ts';
import { resolversOf } from './resolvers.ts';
import { useCasesOf } from './use-cases/use-cases.ts';

/** Two for the job queue, one for the chores that one process does at a time, the rest for consumers, requests and jobs. */
export const notificationsConnections = 6;

/** Brings the service's schema up to date. Every service's is, before any of them starts: they read each other's logs. */
export const migrateNotifications = (database: pg.PoolConfig): Promise<void> =>
  migrateSchema(database, notificationsSchema);

/** Listens for emails that are asked for, sends them, and answers. Disposing lets emails in hand leave, 5 s. */
export const startNotifications = (
  config: NotificationsConfig,
  deps: NotificationsDependencies,
): Promise<RunningService<Caller>> =>
  startService({ ...definition, connections: notificationsConnections }, deps, async (foundation) => {
    const adapters = await openAdapters(config, deps, foundation);
    const listening = { ...consumers, clock: deps.clock };
    const tools = serviceToolsOf(foundation, listening);
    const settings = shownSettings(notificationsConfig, config);
    const useCases = useCasesOf(adapters);
    return {
      resolvers: resolversOf(useCases),
      internal: [
        ...internalOf(adapters, useCases),
        answering(notificationsHealth, async () => {
          const { waiting, oldest } = await adapters.emails.queue();
          const mailQueue = { waiting, oldest: oldest?.toISOString() ?? null };
          return { ...(await tools.health()), settings, mailQueue };
        }),
        answering(settleEventIn('notifications'), tools.answerSettle),
      ],
      consumers: listening,
      jobs: jobsOf(adapters),
      chores: choresOf(adapters),
    };
  });
