import { onlyRow } from '@onceover/event-store';
import { withClient } from '@onceover/postgres-kit/app-connection';
import type pg from 'pg';

export interface ColonelCount {
  readonly colonels: number;
  /** Of these, those whose two-step sign-in is off. */
  readonly withoutTwoStep: number;
}

const COUNT = `
  select count(*)::int as colonels, count(*) filter (where not coalesce(t.is_on, false))::int as "withoutTwoStep"
  from accounts.account a left join accounts.two_step t on t.account_ref = a.account_ref
  where a.role = 'colonel'`;

/** Asks the database of the accounts, as its migrator. */
export const countColonels = (database: pg.PoolConfig): Promise<ColonelCount> =>
  withClient(database, async (client) => onlyRow(await client.query<ColonelCount>(COUNT)));
