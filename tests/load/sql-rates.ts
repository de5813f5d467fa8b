import { connectionString, type PostgresAddress } from '@onceover/postgres-server';
import { Child } from './child.ts';
import type { SqlResult, SqlTask } from './sql-reference.ts';

const turns = 3000;
const turnsToWarmUp = 1000;

/** How many per second of each step the same SQL makes without HTTP, called by so many callers at once. */
export type SqlRates = Readonly<Record<SqlTask['step'], number>>;

export async function sqlRates(database: PostgresAddress, callers: number): Promise<SqlRates> {
  using child = new Child<SqlResult>('./sql-reference.ts', { BENCH_DATABASE_URL: connectionString(database) });
  const rate = async (step: SqlTask['step']) => {
    await child.ask({ step, connections: callers, turns: turnsToWarmUp } satisfies SqlTask);
    return (await child.ask({ step, connections: callers, turns } satisfies SqlTask)).perSecond;
  };
  return { conceal: await rate('conceal'), reveal: await rate('reveal') };
}
