import type { Tx } from '../../use-cases/account/account-command.ts';

/** Runs one statement in a transaction; gives how many rows it changed. */
export async function run(tx: Tx, sql: string, values: readonly unknown[]): Promise<number> {
  const { rowCount } = (await tx.raw(sql, values as Parameters<Tx['raw']>[1])) as { rowCount: number | null };
  return rowCount ?? 0;
}
