import type { Chore } from '@onceover/service-shell/service-parts';
import type { NotificationsAdapters } from './adapters.ts';

export function choresOf({ mails, sealingKeys, purge, cutFeeds }: NotificationsAdapters): readonly Chore[] {
  return [
    {
      name: 'requeue-emails',
      everyMs: 5_000,
      isEverybodys: true,
      run: async () => ({ requeued: await mails.requeueOverdue() }),
    },
    {
      name: 'retention',
      everyMs: 3_600_000,
      run: async () => ({ keys: await sealingKeys.destroyOld(), purged: await purge() }),
    },
    {
      name: 'feed-retention',
      everyMs: 60_000,
      run: async () => ({ cut: await cutFeeds() }),
    },
  ];
}
