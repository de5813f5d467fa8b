import { batchReads } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import type { Caller } from '@onceover/schema/caller';
import { defaultTtlWithin } from '@onceover/schema/plans';
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

/**
 * What a plan does not set is the same for everybody, as the operator set it for visitors; a default lifetime beyond the
 * caller's longest becomes that one. Visitors cost no read.
 */
export function createPlanLimits(pool: pg.Pool, ofVisitors: CallerLimits): LimitsOfCallers {
  const within = (limits: CallerLimits) => ({ ...limits, defaultTtlSeconds: defaultTtlWithin(limits) });
  const anonymous = within(ofVisitors);
  const limits = batchReads(async (accountRefs: readonly string[]) => {
    const rows = await queryRows<LimitRow>(pool, limitStatement, [accountRefs]);
    return new Map(rows.map(({ accountRef, ...limits }) => [accountRef, within({ ...ofVisitors, ...limits })]));
  });
  return {
    for: async (caller: Caller) =>
      caller.kind === 'anonymous' ? anonymous : ((await limits(caller.accountRef)) ?? anonymous),
  };
}
