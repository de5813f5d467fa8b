import { onlyRow } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { SealedSubject } from '../../use-cases/account/account-book.ts';
import type { CustomerSummary, UsageBook, UsageCounts } from '../../use-cases/account/account-statistics.ts';

/** Over all logs and months; an account that has none has done nothing. */
const sums = `coalesce(sum(u.secrets_created), 0)::int as "secretsCreated",
  coalesce(sum(u.secrets_burned), 0)::int as "secretsBurned",
  coalesce(sum(u.secrets_shared), 0)::int as "secretsShared",
  coalesce(sum(u.emails_sent), 0)::int as "emailsSent"`;

const usageStatement = {
  name: 'usage',
  text: `select ${sums} from accounts.usage u where u.account_ref = $1`,
};

/** Counts sessions that are still good (see `session-lifetimes.ts`), without those waiting for a second step. */
const countsStatement = {
  text: `select
    (select count(*)::int from accounts.session s join accounts.account a on a.account_ref = s.account_ref
       where not s.is_waiting
         and s.last_seen > $1::timestamptz - case a.role when 'colonel' then interval '30 minutes' else interval '2 hours' end
         and s.created > $1::timestamptz - case a.role when 'colonel' then interval '8 hours' else interval '24 hours' end
    ) as "sessionCount",
    (select count(*)::int from accounts.account) as "customerCount",
    (select count(*)::int from accounts.account where last_sign_in > $1::timestamptz - interval '30 days')
      as "recentCustomerCount"`,
};

/** By reference, which begins with the moment when it was made. */
const listStatement = {
  text: `select a.account_ref as "accountRef", a.plan_id as "planId", a.role, a.locale,
      a.is_verified as "isVerified", a.is_disabled as "isDisabled", a.created as "createdAt", a.last_sign_in as "lastSignInAt",
      coalesce(t.is_on, false) as "isTwoStepOn", p.wrapped_key as "wrappedKey", p.email, u.*
    from (
      select * from accounts.account
      where ($1::uuid is null or account_ref < $1) and ($2::text is null or plan_id = $2)
        and ($3::boolean is null or is_verified = $3) and ($5::boolean is null or is_disabled = $5)
      order by account_ref desc limit $4
    ) a
    join accounts.subject_pii p on p.account_ref = a.account_ref
    left join accounts.two_step t on t.account_ref = a.account_ref
    cross join lateral (select ${sums} from accounts.usage u where u.account_ref = a.account_ref) u
    order by a.account_ref desc`,
};

/** A customer with the address still sealed and the counts not yet grouped. */
type CustomerRow = Omit<CustomerSummary, 'custid' | 'usage'> & UsageCounts & SealedSubject;

/** What is counted, as customers and colonels see it; `openEmail` opens an address that is stored sealed. */
export function createUsageBook(
  pool: pg.Pool,
  openEmail: (accountRef: string, sealed: SealedSubject) => string,
): UsageBook {
  return {
    usageOf: async (accountRef) => onlyRow({ rows: await queryRows(pool, usageStatement, [accountRef]) }),
    counts: async (at) => onlyRow({ rows: await queryRows(pool, countsStatement, [at]) }),
    async list({ after, planId, isVerified, isDisabled }, limit) {
      const rows = await queryRows<CustomerRow>(pool, listStatement, [after, planId, isVerified, limit, isDisabled]);
      return rows.map(({ wrappedKey, email, ...row }) => {
        const { secretsCreated, secretsBurned, secretsShared, emailsSent, ...customer } = row;
        const usage = { secretsCreated, secretsBurned, secretsShared, emailsSent };
        return { ...customer, custid: openEmail(row.accountRef, { wrappedKey, email }), usage };
      });
    },
  };
}
