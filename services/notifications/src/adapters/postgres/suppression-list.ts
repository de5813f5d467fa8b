import { queryRow, queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { SuppressionList } from '../../use-cases/mail/ports.ts';

/** A mailbox that was missing may be made: after this the address gets another chance. */
const KEPT = `interval '30 days'`;

const HAS = {
  name: 'is suppressed',
  text: `
    select exists (
      select from notifications.suppressed_address s
      where s.address_hash = $1::bytea and s.until > clock_timestamp()) as "isSuppressed"`,
};

/** `$1` is the hash of the address, `$2` the reason. */
export const SUPPRESS = {
  name: 'suppress address',
  text: `
    insert into notifications.suppressed_address as s (address_hash, reason_code, until)
      values ($1::bytea, $2::text, clock_timestamp() + ${KEPT})
      on conflict (address_hash) do update set reason_code = excluded.reason_code, until = excluded.until`,
};

/** Addresses that do not exist, by their HMAC; `hash` knows the key. */
export function createPostgresSuppressionList(pool: pg.Pool, hash: (address: string) => Buffer): SuppressionList {
  return {
    has: async (address) =>
      (await queryRow<{ isSuppressed: boolean }>(pool, HAS, [hash(address)]))?.isSuppressed === true,
    add: async (address, reasonCode) => void (await queryRows(pool, SUPPRESS, [hash(address), reasonCode])),
  };
}
