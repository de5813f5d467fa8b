import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import {
  deviceMarkSeconds,
  longestRememberMeSeconds,
  longestSessionSeconds,
} from '../../domain/session/session-lifetimes.ts';
import { tokenAttemptSeconds } from './token-book.ts';

const chunk = 1000;
const failureDays = 30;
const pendingDays = 7;

const olderThan = (table: string, key: string, column: string) =>
  `delete from accounts.${table} where ${key} in (
    select ${key} from accounts.${table} where ${column} <= $1::timestamptz limit ${chunk}) returning 1`;

const purgeAttempts = { text: 'delete from accounts.token_attempt where window_start <= $1 returning 1' };

/** What is past its time: sessions, remembered browsers, envelopes, counters. Each: the statement, its lifetime in seconds. */
const purges: readonly (readonly [text: string, seconds: number])[] = [
  [olderThan('session', 'id_hash', 'created'), longestSessionSeconds],
  [olderThan('remember_me', 'selector', 'began'), longestRememberMeSeconds],
  [olderThan('device_mark', 'mark_hash', 'issued'), deviceMarkSeconds],
  [olderThan('attempt', 'key', 'until'), 0],
  [olderThan('passkey_challenge', 'challenge_hash', 'until'), 0],
  [olderThan('delivery_envelope', 'delivery_id', 'expires_at'), 0],
  [olderThan('reset_key', 'account_ref', 'until'), 0],
  [olderThan('pending_request', 'request_id', 'created'), pendingDays * 86_400],
  [olderThan('verification', 'secret_id', 'until'), 86_400],
  [olderThan('sign_in_failure', 'email_hash', 'last_at'), failureDays * 86_400],
];

/** Deletes in short transactions until nothing is left to delete; returns how many rows went. */
export async function purgePastRows(pool: pg.Pool, now: Date): Promise<number> {
  let purged = 0;
  for (const [text, seconds] of purges) {
    const before = new Date(now.getTime() - seconds * 1000);
    for (let deleted = chunk; deleted === chunk; purged += deleted) {
      deleted = (await queryRows(pool, { text }, [before])).length;
    }
  }
  return purged;
}

/** Deletes counters whose window is over; returns how many. */
export async function purgeTokenAttempts(pool: pg.Pool, at: Date): Promise<number> {
  const before = new Date(at.getTime() - tokenAttemptSeconds * 1000);
  return (await queryRows(pool, purgeAttempts, [before])).length;
}
