import type { Chore } from '@onceover/service-shell/service-parts';
import type { AuditAdapters } from './adapters.ts';
import { keepCheckpoints } from './use-cases/trail/keep-checkpoints.ts';
import { dropOldMonths, signTrail } from './use-cases/trail/sign-trail.ts';

type Keeping = Pick<AuditAdapters, 'checkpoints' | 'auditSigner' | 'checkpointArchive' | 'purgeCounts'>;

export function choresOf({ checkpoints, auditSigner, checkpointArchive, purgeCounts }: Keeping): readonly Chore[] {
  return [
    {
      name: 'audit-checkpoints',
      everyMs: 600_000,
      async run() {
        const signed = await signTrail(checkpoints, auditSigner);
        const kept = checkpointArchive === undefined ? 0 : await keepCheckpoints(checkpoints, checkpointArchive);
        return { signed, kept };
      },
    },
    {
      name: 'audit-retention',
      everyMs: 6 * 3_600_000,
      run: async () => ({ months: await dropOldMonths(checkpoints, auditSigner), counts: await purgeCounts() }),
    },
  ];
}
