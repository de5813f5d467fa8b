import { batchReads } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import type { Caller } from '@onceover/schema/caller';
import type pg from 'pg';
import type { CallerLimits } from '../../domain/secret/secret-limits.ts';
import type { LimitsOfCallers } from '../../use-cases/conceal/conceal-secret.ts';

/** What a plan sets of the limits, with whose they are. */
type LimitRow = Pick<CallerLimits, 'maxCharacters' | 'maxTtlSeconds' | 'maxRecipients' | 'mailsPerDay'> & {
  readonly accountRef: string;
};

const limitStatement = {
  name: 'plan limits',
  text: `
    select p.account_ref as "accountRef", p.max_characters as "maxCharacters", p.max_ttl as "maxTtlSeconds",
      p.max_recipients as "maxRecipients", p.mails_per_day as "mailsPerDay"
    from secrets.plan_limit p where p.account_ref = any($1::uuid[]) and not p.is_erased`,
};

/** What a plan does not set is the same for everybody. Visitors cost no read. */
export function createPlanLimits(pool: pg.Pool, anonymous: CallerLimits): LimitsOfCallers {
  const limits = batchReads(async (accountRefs: readonly string[]) => {
    const rows = await queryRows<LimitRow>(pool, limitStatement, [accountRefs]);
    return new Map(rows.map(({ accountRef, ...limits }) => [accountRef, { ...anonymous, ...limits }]));
  });
  return {
    for: async (caller: Caller) =>
      caller.kind === 'anonymous' ? anonymous : ((await limits(caller.accountRef)) ?? anonymous),
  };
}
