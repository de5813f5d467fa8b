import { queryRows } from '@onceover/postgres-kit/database-failure';
import type { PlanId } from '@onceover/schema/plans';
import type pg from 'pg';

const statement = { name: 'plan of account', text: 'select plan_id from accounts.account where account_ref = $1' };

/** The plan an account has now; null: there is no such account. */
export function planOfAccount(pool: pg.Pool): (accountRef: string) => Promise<PlanId | null> {
  return async (accountRef) => {
    const [row] = await queryRows<{ plan_id: PlanId }>(pool, statement, [accountRef]);
    return row?.plan_id ?? null;
  };
}
