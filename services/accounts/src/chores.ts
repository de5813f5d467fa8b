import { asLeader } from '@onceover/postgres-kit/leader';
import { periodically } from '@onceover/service-kit/periodic';
import { purgeTokenAttempts } from './adapters/postgres/token-book.ts';
import type { AccountsParts } from './adapters.ts';
import { domainLog } from './logger.ts';
import { purgeUncounted } from './projections/usage/usage.projection.ts';
import type { UseCases } from './use-cases/use-cases.ts';

const hourMs = 3_600_000;

/** Looks at custom domains whose turn it is, and forgets what is past its time. One process at a time. */
export function startHourlyChores(
  { pool, clock }: Pick<AccountsParts, 'pool' | 'clock'>,
  { recheckDomains }: Pick<UseCases, 'recheckDomains'>,
): AsyncDisposable {
  const chores = () =>
    asLeader(pool, 'accounts:hourly', async () => {
      await purgeTokenAttempts(pool, clock.now());
      await purgeUncounted(pool, clock.now());
      const looked = await recheckDomains();
      if (looked > 0) domainLog.info({ looked }, 'custom domains were looked at');
    });
  return periodically(chores, { everyMs: hourMs, log: domainLog, failure: 'custom domains could not be looked at' });
}
