import { setTimeout as delay } from 'node:timers/promises';
import type { EpochName, KeyStore } from '@onceover/key-store';
import { readDatabaseIds } from '@onceover/postgres-kit/database-identity';
import { type RandomBytes, randomBase36, wipe } from '@onceover/service-kit/crypto';
import type { Logger } from '@onceover/service-kit/logging';
import { opensCanary, sealCanary } from '../keys/epoch-canary.ts';
import type { LoadedKeyRing } from '../keys/key-ring.ts';
import type { KeySession } from '../keys/key-session.ts';
import { type EpochRow, readLivingEpochs } from '../keys/key-tables.ts';
import { keyOfEpoch } from '../sealing/under-epoch.ts';
import { EPOCH_TABLES, type EpochTable, hasRowsUnder, type Rewrap, type RowKey, rewrapBatch } from './rewrap-batch.ts';

/** Where a test stops a rotation: the points of security 7.2. Q2 and Q3 are E2 and E3, where shards move. */
export type EpochFailpoint = 'E1' | 'E2' | 'E3' | 'E4' | 'E5' | 'Q1' | 'Q4';

/** Where the keeping of the keys reports: constant messages, numbers as fields. */
export type KeyLog = Pick<Logger, 'info' | 'warn' | 'error'>;

export interface RotationTools {
  readonly store: KeyStore;
  readonly ring: LoadedKeyRing;
  readonly random: RandomBytes;
  readonly log: KeyLog;
  readonly failpoint: (name: EpochFailpoint) => void | Promise<void>;
  /** Aborted when the process stops: a rotation ends between two batches, and the next rotator goes on. */
  readonly signal: AbortSignal;
}

const KEY_ID_CHARACTERS = 26;
const ASK_AGAIN_MS = 20;

/**
 * Steps 1 and 2: a new key in the store, then the epoch in the table, made with the newest key-encryption key. The
 * key comes first, so that an epoch without a key cannot be; a crash between the two leaves an orphan, which the next
 * rotator destroys. False when no key-encryption key is loaded.
 */
export async function beginEpoch(session: KeySession, tools: RotationTools): Promise<boolean> {
  const v = tools.ring.server.newestKek;
  if (v === null) return false;
  await destroyOrphans(session, tools);
  const keyId = randomBase36(KEY_ID_CHARACTERS, tools.random);
  const [last] = await session.query<{ e: number }>('select coalesce(max(e), 0)::int as e from secrets.epoch');
  const epoch = { e: (last?.e ?? 0) + 1, keyId, v };
  await tools.store.createEpochKey(keyId);
  await tools.failpoint('E1');
  try {
    const canary = await canaryOf(epoch, tools);
    await session.transaction(async () => {
      await session.query(
        `update secrets.epoch set state = 'retiring', retired_at = clock_timestamp() where state = 'current'`,
      );
      await session.query(
        `insert into secrets.epoch (e, key_id, v, state, canary) values ($1, $2, $3, 'current', $4)`,
        [epoch.e, keyId, v, canary],
      );
    });
  } catch (error) {
    // Asks the table whether the epoch is there: after a lost connection nobody else knows, and then the key stays.
    await destroyOrphans(session, tools).catch(() => undefined);
    throw error;
  }
  await tools.ring.reload();
  return true;
}

/** Steps 3 to 6: waits for the epoch's writers, moves its rows to the current key, marks it for destruction. */
export async function retireEpoch(session: KeySession, tools: RotationTools, epoch: EpochRow): Promise<void> {
  await awaitWriters(session, tools.signal, epoch.e);
  const currentEpoch = tools.ring.currentEpoch;
  if (currentEpoch === null) throw new Error('rows can only move to a current epoch');
  const from = keyOfEpoch(tools.ring, epoch.e);
  const to = keyOfEpoch(tools.ring, currentEpoch);
  for (const table of EPOCH_TABLES) {
    const damaged = await rewrapTable(session, tools, table, { from, to, random: tools.random });
    if (damaged > 0)
      tools.log.error({ table: table.name, epoch: epoch.e, rows: damaged }, 'damaged rows were set aside');
  }
  await tools.failpoint('E3');
  await session.query(`update secrets.epoch set state = 'destroying' where e = $1 and state = 'retiring'`, [epoch.e]);
}

/** Steps 6 to 8: destroys the key, has this process forget the key, and proves that nothing left opens the canary. */
export async function destroyEpoch(session: KeySession, tools: RotationTools, epoch: EpochRow): Promise<void> {
  await tools.store.destroyEpochKey(epoch.keyId, () => tools.failpoint('E4'));
  await tools.ring.reload();
  await tools.failpoint('E5');
  await session.query(
    `update secrets.epoch set state = 'destroyed', destroyed_at = clock_timestamp() where e = $1 and state = 'destroying'`,
    [epoch.e],
  );
  if (await isRecoverable(tools, epoch)) tools.log.error({ epoch: epoch.e }, 'a destroyed epoch can still be opened');
  else tools.log.info({ epoch: epoch.e }, 'an epoch key was destroyed');
}

/** Whether any key in memory or in the store opens what this epoch sealed. After its destruction that is an alarm. */
export async function isRecoverable(tools: RotationTools, epoch: EpochRow): Promise<boolean> {
  if (tools.ring.epochs.entries().some(([, key]) => opensCanary(epoch, key, epoch.canary))) return true;
  for (const keyId of await tools.store.listEpochKeys()) {
    const key = await tools.store.epochKey({ ...epoch, keyId });
    const isOpen = key !== null && opensCanary(epoch, key, epoch.canary);
    wipe(key);
    if (isOpen) return true;
  }
  return false;
}

/** Whether any row still needs an epoch's key. */
export async function isNeeded(session: KeySession, epoch: number): Promise<boolean> {
  for (const table of EPOCH_TABLES) if (await hasRowsUnder(session, table, epoch)) return true;
  return false;
}

async function canaryOf(epoch: EpochName, tools: RotationTools): Promise<Buffer> {
  const key = await tools.store.epochKey(epoch);
  if (key === null) throw new Error('the key-encryption key has gone');
  try {
    return sealCanary(epoch, key, tools.random);
  } finally {
    wipe(key);
  }
}

/** Walks the table until a whole walk meets no row of the epoch: nobody writes one any more. How many were damaged. */
async function rewrapTable(
  session: KeySession,
  tools: RotationTools,
  table: EpochTable,
  rewrap: Rewrap,
): Promise<number> {
  let damaged = 0;
  for (let found = 1, moved = 0; found > 0; ) {
    found = 0;
    moved = 0;
    let after: RowKey | null = null;
    do {
      tools.signal.throwIfAborted();
      const batch = await rewrapBatch(session, table, rewrap, after);
      found += batch.found;
      moved += batch.moved;
      damaged += batch.damaged;
      after = batch.end;
      if (batch.found > 0) await tools.failpoint('E2');
    } while (after !== null);
    if (moved < found) await delay(ASK_AGAIN_MS); // what is left is held by claims, which are short
  }
  return damaged;
}

/**
 * Step 3: whoever prepared a command with this epoch holds its lock shared until commit; having it alone for a moment means
 * that they are done. Those who come later see that the epoch is not current any more. Asking again and again, instead of
 * queueing, keeps nobody waiting behind us. The name is the event store's for shared locks.
 */
async function awaitWriters(session: KeySession, signal: AbortSignal, epoch: number): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const [row] = await session.query<{ alone: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as alone',
      [`secrets:epoch:${epoch}`],
    );
    if (row?.alone === true) return;
    await delay(ASK_AGAIN_MS);
  }
}

async function destroyOrphans(session: KeySession, tools: RotationTools): Promise<void> {
  const databaseIds = await readDatabaseIds((text) => session.query<object>(text));
  const keyIds = new Set((await readLivingEpochs(session)).map((row) => row.keyId));
  const orphans = await tools.store.destroyOrphans({ databaseIds, keyIds });
  if (orphans > 0) tools.log.warn({ orphans }, 'orphaned epoch keys were destroyed');
}
