import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { SealedSubject } from '../../use-cases/account/account-book.ts';
import type {
  AccountStatistics,
  CustomerSummary,
  UsageBook,
  UsageCounts,
} from '../../use-cases/account/account-statistics.ts';

const usageStatement = {
  name: 'usage',
  text: `select secrets_created as "secretsCreated", secrets_burned as "secretsBurned", secrets_shared as "secretsShared",
      emails_sent as "emailsSent"
    from accounts.usage where account_ref = $1`,
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

const newestStatement = {
  text: `select a.account_ref as "accountRef", a.plan_id as "planId", a.role, a.locale,
      a.is_verified as "isVerified", a.created as "createdAt", a.last_sign_in as "lastSignInAt",
      coalesce(t.is_on, false) as "isTwoStepOn", p.wrapped_key as "wrappedKey", p.email,
      coalesce(u.secrets_created, 0) as "secretsCreated", coalesce(u.secrets_burned, 0) as "secretsBurned",
      coalesce(u.secrets_shared, 0) as "secretsShared", coalesce(u.emails_sent, 0) as "emailsSent"
    from (select * from accounts.account order by created desc limit $1) a
    join accounts.subject_pii p on p.account_ref = a.account_ref
    left join accounts.two_step t on t.account_ref = a.account_ref
    left join accounts.usage u on u.account_ref = a.account_ref
    order by a.created desc`,
};

/** A customer with the address still sealed and the counts not yet grouped. */
type CustomerRow = Omit<CustomerSummary, 'custid' | 'usage'> & UsageCounts & SealedSubject;

const none: UsageCounts = { secretsCreated: 0, secretsBurned: 0, secretsShared: 0, emailsSent: 0 };

/** What is counted, as customers and colonels see it; `openEmail` opens an address that is stored sealed. */
export function createUsageBook(
  pool: pg.Pool,
  openEmail: (accountRef: string, sealed: SealedSubject) => string,
): UsageBook {
  return {
    async usageOf(accountRef) {
      const [row] = await queryRows<UsageCounts>(pool, usageStatement, [accountRef]);
      return row ?? none;
    },
    async counts(at) {
      type Counts = Omit<AccountStatistics, 'recentCustomers'>;
      const [row] = await queryRows<Counts>(pool, countsStatement, [at]);
      if (row === undefined) throw new TypeError('the query for counts returned no row');
      return row;
    },
    async newest(limit) {
      const rows = await queryRows<CustomerRow>(pool, newestStatement, [limit]);
      return rows.map(({ wrappedKey, email, ...row }) => {
        const { secretsCreated, secretsBurned, secretsShared, emailsSent, ...customer } = row;
        const usage = { secretsCreated, secretsBurned, secretsShared, emailsSent };
        return { ...customer, custid: openEmail(row.accountRef, { wrappedKey, email }), usage };
      });
    },
  };
}
