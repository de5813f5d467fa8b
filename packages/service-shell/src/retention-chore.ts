import { applyLogRetention } from '@onceover/event-store';
import type { Foundation } from './foundation.ts';
import type { Chore } from './service-parts.ts';

const HOUR_MS = 3_600_000;

/**
 * Removes what the service's log need not keep any longer. It works as a role of its own, which can do nothing else, on a
 * connection that is open only meanwhile. The time is the database's: a process whose clock is wrong removes nothing too soon.
 */
export function retentionChore({
  name,
  eventRules: { retention },
  logs,
  databaseNow,
  openRetentionPool,
}: Foundation): Chore {
  return {
    name: 'retention',
    everyMs: 6 * HOUR_MS,
    async run() {
      const now = await databaseNow();
      const pool = openRetentionPool();
      try {
        const listeners = logs.readersOf(name, retention.listeners);
        return { ...(await applyLogRetention({ pool, schema: name, service: name, ...retention, listeners }, now)) };
      } finally {
        await pool.end();
      }
    },
  };
}
