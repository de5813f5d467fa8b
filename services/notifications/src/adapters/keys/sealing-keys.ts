import { inTransaction, onlyRow, queryOn } from '@onceover/event-store';
import { queryRow, queryRows } from '@onceover/postgres-kit/database-failure';
import { readDatabaseIds } from '@onceover/postgres-kit/database-identity';
import { asLeader } from '@onceover/postgres-kit/leader';
import { AuthenticationFailed, join, open, publicPartOf, seal, wipe } from '@onceover/service-kit/crypto';
import { newId } from '@onceover/service-kit/ids';
import { newBoxKeyPair, openBox } from '@onceover/service-kit/sealed-box';
import type { Foundation } from '@onceover/service-shell/foundation';
import type { Knex } from 'knex';
import type pg from 'pg';
import type { SealingKeys } from '../../use-cases/mail/ports.ts';
import type { WrappingKeys } from './key-files.ts';

/** Envelopes are sealed to a key for a day; an email may be on its way for a week after that. */
const USED = `interval '1 day'`;
const KEPT_AFTER = `interval '7 days'`;

const COLUMNS = 'k.key_id, k.public_key, k.wrapped_private, k.use_until';
const NEWEST = `
  select ${COLUMNS} from notifications.sealing_key k
    where k.use_until > clock_timestamp() order by k.use_until desc limit 1`;
const BY_ID = `select ${COLUMNS} from notifications.sealing_key k where k.key_id = $1::uuid and k.destroy_at > clock_timestamp()`;
const INSERT = `
  insert into notifications.sealing_key as k (key_id, public_key, wrapped_private, use_until, destroy_at)
    values ($1::uuid, $2::bytea, $3::bytea, clock_timestamp() + ${USED}, clock_timestamp() + ${USED} + ${KEPT_AFTER})
    returning ${COLUMNS}`;
const DELETE_OLD = 'delete from notifications.sealing_key k where k.destroy_at <= clock_timestamp() returning k.key_id';
const KEY_IDS = 'select k.key_id from notifications.sealing_key k';
const LOCK_NAME = 'notifications:sealing-keys';
const LOCK = `select pg_advisory_xact_lock(hashtextextended('${LOCK_NAME}', 0))`;

interface KeyRow {
  readonly key_id: string;
  readonly public_key: Buffer;
  readonly wrapped_private: Buffer;
  readonly use_until: Date;
}

/**
 * X25519 pairs, a new one each day, shared by all processes. A private part lies in the database, wrapped under a key
 * that does not (`WrappingKeys`), and is in clear only while an envelope is opened.
 */
export function createSealingKeys({ pool, knex }: Pick<Foundation, 'pool' | 'knex'>, wraps: WrappingKeys): SealingKeys {
  return {
    async current() {
      const newest = await queryRow<KeyRow>(pool, { text: NEWEST });
      const row = (await usable(newest, wraps)) ?? (await inTransaction(knex, (tx) => renew(tx, wraps)));
      return { keyId: row.key_id, publicKey: row.public_key, useUntil: row.use_until };
    },
    async open(keyId, sealed, context) {
      const row = await queryRow<KeyRow>(pool, { text: BY_ID }, [keyId]);
      const privateKey = row === null ? null : await unwrap(row, wraps);
      if (row === null || privateKey === null) return null;
      try {
        return openBox({ privateKey, publicKey: row.public_key }, sealed, Buffer.from(context));
      } catch (error) {
        if (error instanceof AuthenticationFailed) return null;
        throw error;
      } finally {
        wipe(privateKey);
      }
    },
    // Whoever makes a key at this moment has the lock: then the next round is soon enough.
    destroyOld: async () => (await asLeader(pool, LOCK_NAME, () => destroyOld(pool, wraps))) ?? 0,
  };
}

/**
 * Under the lock, but in no transaction: one that waited for a disk would hold back every consumer's horizon. Rows go
 * first, so that whoever dies in between leaves files that the next round destroys.
 */
async function destroyOld(pool: pg.Pool, wraps: WrappingKeys): Promise<number> {
  const destroyed = await queryRows(pool, { text: DELETE_OLD });
  const left = await queryRows<Pick<KeyRow, 'key_id'>>(pool, { text: KEY_IDS });
  const databaseIds = await readDatabaseIds((text) => queryRows(pool, { text }));
  await wraps.keepOnly(new Set(left.map((row) => row.key_id)), databaseIds);
  return destroyed.length;
}

/** Somebody else may have been first; a key that this keys directory cannot open is left to those who can. */
async function renew(tx: Knex.Transaction, wraps: WrappingKeys): Promise<KeyRow> {
  await queryOn(tx, LOCK);
  const theirs = await usable((await queryOn<KeyRow>(tx, NEWEST)).rows[0] ?? null, wraps);
  if (theirs !== null) return theirs;
  const keyId = newId();
  const { privateKey, publicKey } = newBoxKeyPair();
  const wrap = await wraps.make(keyId);
  const wrapped = seal(wrap, privateKey, bindingOf(keyId));
  wipe(privateKey, wrap);
  return onlyRow(await queryOn<KeyRow>(tx, INSERT, [keyId, publicKey, wrapped]));
}

async function usable(row: KeyRow | null, wraps: WrappingKeys): Promise<KeyRow | null> {
  const privateKey = row === null ? null : await unwrap(row, wraps);
  const isUsable = privateKey !== null && row !== null && publicPartOf(privateKey).equals(row.public_key);
  wipe(privateKey);
  return isUsable ? row : null;
}

async function unwrap(row: KeyRow, wraps: WrappingKeys): Promise<Buffer | null> {
  const wrap = await wraps.read(row.key_id);
  if (wrap === null) return null;
  try {
    return open(wrap, row.wrapped_private, bindingOf(row.key_id));
  } catch (error) {
    if (error instanceof AuthenticationFailed) return null;
    throw error;
  } finally {
    wipe(wrap);
  }
}

function bindingOf(keyId: string): Buffer {
  return join('onceover/v1/mail-sealing-key', keyId);
}
