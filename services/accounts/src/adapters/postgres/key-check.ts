import { queryRows } from '@onceover/postgres-kit/database-failure';
import { isEqual } from '@onceover/service-kit/crypto';
import type pg from 'pg';
import { KeysMissing } from '../crypto/account-keys.ts';

const beginStatement = {
  text: 'insert into accounts.key_check (fingerprint) values ($1) on conflict (one) do nothing',
};
const readStatement = { text: 'select fingerprint from accounts.key_check' };

/** Whether the database already belongs to some keys. */
export async function hasKeys(pool: pg.Pool): Promise<boolean> {
  return (await queryRows(pool, readStatement, [])).length > 0;
}

/**
 * Refuses to work on a database that was created with other keys: every password would look wrong and every
 * address lost.
 */
export async function checkKeys(pool: pg.Pool, fingerprint: Buffer): Promise<void> {
  await queryRows(pool, beginStatement, [fingerprint]);
  const [row] = await queryRows<{ fingerprint: Buffer }>(pool, readStatement, []);
  if (row !== undefined && isEqual(row.fingerprint, fingerprint)) return;
  throw new KeysMissing();
}
