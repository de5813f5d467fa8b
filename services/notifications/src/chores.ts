import type { Chore } from '@onceover/service-shell/service-parts';
import type { NotificationsAdapters } from './adapters.ts';
import { LOOK_EVERY_SECONDS } from './use-cases/webhook/send-webhooks.ts';

export function choresOf({
  mails,
  sealingKeys,
  purge,
  cutFeeds,
  cutPartnerEvents,
  dueDeliveries,
  wakeDispatcher,
  webhooks,
}: NotificationsAdapters): readonly Chore[] {
  return [
    {
      name: 'requeue-emails',
      everyMs: 5_000,
      isEverybodys: true,
      run: async () => ({ requeued: await mails.requeueOverdue() }),
    },
    {
      name: 'send-webhooks',
      everyMs: LOOK_EVERY_SECONDS * 1000,
      isEverybodys: true,
      async run() {
        const freed = await dueDeliveries.freeOverdue();
        wakeDispatcher();
        return { freed };
      },
    },
    {
      name: 'retention',
      everyMs: 3_600_000,
      run: async () => ({
        keys: await sealingKeys.destroyOld(),
        webhooks: await webhooks.removeUnreadable(),
        purged: await purge(),
      }),
    },
    {
      name: 'feed-retention',
      everyMs: 60_000,
      run: async () => ({ cut: await cutFeeds() }),
    },
    {
      name: 'partner-retention',
      everyMs: 60_000,
      run: async () => ({ cut: await cutPartnerEvents() }),
    },
  ];
}
