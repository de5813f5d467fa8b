import { batchReads } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import type { Caller } from '@onceover/schema/caller';
import type pg from 'pg';
import type { CallerLimits } from '../../domain/secret/secret-limits.ts';
import type { LimitsOfCallers } from '../../use-cases/conceal/conceal-secret.ts';

interface LimitRow {
  readonly account_ref: string;
  readonly max_characters: number;
  readonly max_ttl: number;
  readonly max_recipients: number;
  readonly mails_per_day: number;
}

const limitStatement = {
  name: 'plan limits',
  text: `
    select p.account_ref, p.max_characters, p.max_ttl, p.max_recipients, p.mails_per_day
    from secrets.plan_limit p where p.account_ref = any($1::uuid[]) and not p.is_erased`,
};

/** What a plan does not set is the same for everybody. Visitors cost no read. */
export function createPlanLimits(pool: pg.Pool, anonymous: CallerLimits): LimitsOfCallers {
  const limits = batchReads(async (accountRefs: readonly string[]) => {
    const rows = await queryRows<LimitRow>(pool, limitStatement, [accountRefs]);
    return new Map(rows.map((row) => [row.account_ref, toLimits(row, anonymous)]));
  });
  return {
    for: async (caller: Caller) =>
      caller.kind === 'anonymous' ? anonymous : ((await limits(caller.accountRef)) ?? anonymous),
  };
}

function toLimits(row: LimitRow, anonymous: CallerLimits): CallerLimits {
  return {
    ...anonymous,
    maxCharacters: row.max_characters,
    maxTtlSeconds: row.max_ttl,
    maxRecipients: row.max_recipients,
    mailsPerDay: row.mails_per_day,
  };
}
