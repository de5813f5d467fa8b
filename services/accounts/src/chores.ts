import type { Chore } from '@onceover/service-shell/service-parts';
import { purgePastRows, purgeTokenAttempts } from './adapters/postgres/purge.ts';
import type { AccountsAdapters } from './adapters.ts';
import { purgeUncounted } from './projections/usage/usage.projection.ts';
import { eraseUnverifiedUseCase } from './use-cases/account/erase-account.ts';
import { reportFailuresUseCase } from './use-cases/session/report-failures.ts';
import type { UseCases } from './use-cases/use-cases.ts';

const MINUTE_MS = 60_000;

export function choresOf(
  { pool, clock, services: { account } }: AccountsAdapters,
  { recheckDomains }: Pick<UseCases, 'recheckDomains'>,
): readonly Chore[] {
  const reportFailures = reportFailuresUseCase(account);
  const eraseUnverified = eraseUnverifiedUseCase(account);
  return [
    {
      name: 'sweeper',
      everyMs: MINUTE_MS,
      run: async () => ({
        reported: await reportFailures(),
        erased: await eraseUnverified(),
        purged: await purgePastRows(pool, clock.now()),
      }),
    },
    {
      name: 'hourly',
      everyMs: 60 * MINUTE_MS,
      async run() {
        await purgeTokenAttempts(pool, clock.now());
        await purgeUncounted(pool, clock.now());
        return { domainsChecked: await recheckDomains() };
      },
    },
  ];
}
