import { queryRows } from '@onceover/postgres-kit/database-failure';
import type { PlanId } from '@onceover/schema/plans';
import type pg from 'pg';
import type { Usage } from './usage.queries.ts';

/** Counts of accounts, for colonels. */
export interface AccountCounts {
  /** Sessions that are still good; waiting ones are none yet. */
  readonly sessionCount: number;
  readonly customerCount: number;
  /** Signed in within 30 days. */
  readonly recentCustomerCount: number;
}

/** A customer as a colonel sees them; the address is still sealed. */
export interface NewestCustomer {
  readonly accountRef: string;
  readonly planId: PlanId;
  readonly role: 'customer' | 'colonel';
  readonly isVerified: boolean;
  readonly createdAt: Date;
  readonly usage: Usage;
  readonly sealed: { readonly wrappedKey: Buffer; readonly email: Buffer };
}

interface CountsRow {
  readonly sessions: number;
  readonly customers: number;
  readonly recent: number;
}

interface CustomerRow {
  readonly account_ref: string;
  readonly plan_id: PlanId;
  readonly role: 'customer' | 'colonel';
  readonly is_verified: boolean;
  readonly created: Date;
  readonly wrapped_key: Buffer;
  readonly email: Buffer;
  readonly secrets_created: number;
  readonly secrets_burned: number;
  readonly secrets_shared: number;
  readonly emails_sent: number;
}

const countsStatement = {
  text: `select
    (select count(*)::int from accounts.session s join accounts.account a on a.account_ref = s.account_ref
       where not s.is_waiting
         and s.last_seen > $1::timestamptz - case a.role when 'colonel' then interval '30 minutes' else interval '2 hours' end
         and s.created > $1::timestamptz - case a.role when 'colonel' then interval '8 hours' else interval '24 hours' end
    ) as sessions,
    (select count(*)::int from accounts.account) as customers,
    (select count(*)::int from accounts.account where last_sign_in > $1::timestamptz - interval '30 days') as recent`,
};

const newestStatement = {
  text: `select a.account_ref, a.plan_id, a.role, a.is_verified, a.created, p.wrapped_key, p.email,
      coalesce(u.secrets_created, 0) as secrets_created, coalesce(u.secrets_burned, 0) as secrets_burned,
      coalesce(u.secrets_shared, 0) as secrets_shared, coalesce(u.emails_sent, 0) as emails_sent
    from (select * from accounts.account order by created desc limit $1) a
    join accounts.subject_pii p on p.account_ref = a.account_ref
    left join accounts.usage u on u.account_ref = a.account_ref
    order by a.created desc`,
};

/** Counts at a moment. */
export async function countAccounts(pool: pg.Pool, at: Date): Promise<AccountCounts> {
  const [row] = await queryRows<CountsRow>(pool, countsStatement, [at]);
  if (row === undefined) throw new TypeError('counting answered nothing');
  return { sessionCount: row.sessions, customerCount: row.customers, recentCustomerCount: row.recent };
}

/** The customers who came last, the newest first. */
export async function newestCustomers(pool: pg.Pool, limit: number): Promise<readonly NewestCustomer[]> {
  const rows = await queryRows<CustomerRow>(pool, newestStatement, [limit]);
  return rows.map((row) => ({
    accountRef: row.account_ref,
    planId: row.plan_id,
    role: row.role,
    isVerified: row.is_verified,
    createdAt: row.created,
    usage: {
      secretsCreated: row.secrets_created,
      secretsBurned: row.secrets_burned,
      secretsShared: row.secrets_shared,
      emailsSent: row.emails_sent,
    },
    sealed: { wrappedKey: row.wrapped_key, email: row.email },
  }));
}
