import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';

/** What a customer did since the account was made; a moment behind. */
export interface Usage {
  readonly secretsCreated: number;
  readonly secretsBurned: number;
  /** Own secrets that somebody opened. */
  readonly secretsShared: number;
  readonly emailsSent: number;
}

interface UsageRow {
  readonly secrets_created: number;
  readonly secrets_burned: number;
  readonly secrets_shared: number;
  readonly emails_sent: number;
}

const statement = {
  name: 'usage',
  text: `select secrets_created, secrets_burned, secrets_shared, emails_sent from accounts.usage where account_ref = $1`,
};

/** Usage as it is shown to a customer. */
export async function usageOf(pool: pg.Pool, accountRef: string): Promise<Usage> {
  const [row] = await queryRows<UsageRow>(pool, statement, [accountRef]);
  return {
    secretsCreated: row?.secrets_created ?? 0,
    secretsBurned: row?.secrets_burned ?? 0,
    secretsShared: row?.secrets_shared ?? 0,
    emailsSent: row?.emails_sent ?? 0,
  };
}
