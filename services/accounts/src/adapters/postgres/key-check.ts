import { queryRow, queryRows } from '@onceover/postgres-kit/database-failure';
import { isEqual } from '@onceover/service-kit/crypto';
import type pg from 'pg';
import { KeysMissing } from '../crypto/account-keys.ts';

const beginStatement = {
  text: 'insert into accounts.key_check (fingerprint) values ($1) on conflict (one) do nothing',
};
const readStatement = { text: 'select fingerprint from accounts.key_check' };

/** Whether the database already belongs to some keys. */
export async function hasKeys(pool: pg.Pool): Promise<boolean> {
  return (await queryRow(pool, readStatement)) !== null;
}

/**
 * Refuses to work on a database that was created with other keys: every password would look wrong and every
 * address lost.
 */
export async function checkKeys(pool: pg.Pool, fingerprint: Buffer): Promise<void> {
  await queryRows(pool, beginStatement, [fingerprint]);
  const known = await queryRow<{ fingerprint: Buffer }>(pool, readStatement);
  if (known === null || !isEqual(known.fingerprint, fingerprint)) throw new KeysMissing();
}
