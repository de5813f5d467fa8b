import type { PostgresEventStore } from '@onceover/event-store';
import type { Chore } from '@onceover/service-shell/service-parts';
import type { SecretsAdapters } from './adapters.ts';
import type { SecretsConfig } from './config.ts';
import { expireDueSecretsUseCase } from './use-cases/expire/expire-due-secrets.ts';

const DAY_MS = 86_400_000;
const ROOM_MS = 5000;

export function choresOf(
  { sweepSeconds }: SecretsConfig,
  { ports, purge, disk, liveBytes }: SecretsAdapters,
  events: PostgresEventStore,
): readonly Chore[] {
  const expireDue = expireDueSecretsUseCase(ports);
  return [
    {
      name: 'partitions',
      everyMs: DAY_MS,
      isEverybodys: true,
      async run() {
        await events.ensurePartitions();
        return {};
      },
    },
    {
      name: 'room',
      everyMs: ROOM_MS,
      isEverybodys: true,
      async run() {
        await disk.check();
        if (liveBytes.hasNews()) await liveBytes.refresh();
        return {};
      },
    },
    {
      name: 'sweeper',
      everyMs: sweepSeconds * 1000,
      // What is past its time goes right after it ended.
      run: async () => ({ expired: await expireDue(), purged: await purge() }),
    },
  ];
}
