import { logNames } from '@onceover/schema/events/logs';
import type { Chore } from '@onceover/service-shell/service-parts';
import type { NotificationsAdapters } from './adapters.ts';
import { coverLog } from './use-cases/audit/cover-log.ts';
import { keepCheckpoints } from './use-cases/audit/keep-checkpoints.ts';
import { dropOldMonths, signTrail } from './use-cases/audit/sign-trail.ts';

/** What notifications does again and again. */
export function choresOf({
  mails,
  sealingKeys,
  purge,
  cutFeeds,
  blocks,
  checkpoints,
  auditSigner,
  checkpointArchive,
}: NotificationsAdapters): readonly Chore[] {
  return [
    {
      name: 'requeue-emails',
      everyMs: 5_000,
      isEverybodys: true,
      run: async () => ({ requeued: await mails.lookAfter() }),
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
    {
      name: 'audit-checkpoints',
      everyMs: 600_000,
      async run() {
        for (const log of logNames) await coverLog(blocks, log);
        const signed = await signTrail(checkpoints, auditSigner);
        const kept = checkpointArchive === undefined ? 0 : await keepCheckpoints(checkpoints, checkpointArchive);
        return { signed, kept };
      },
    },
    {
      name: 'audit-retention',
      everyMs: 6 * 3_600_000,
      run: async () => ({ months: await dropOldMonths(checkpoints, auditSigner) }),
    },
  ];
}
