import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { AuthenticationFailed, type RandomBytes, wipe } from '@onceover/service-kit/crypto';
import { type EpochSeal, type NumberedKey, openUnder, sealUnder } from '../sealing/under-epoch.ts';
import type { RotatorSession } from './rotator-session.ts';

/** A table whose rows hold something sealed under an epoch's key. Names are constants of ours, never input. */
export interface EpochTable {
  readonly name: string;
  readonly kind: EpochSeal;
  readonly blob: string;
  /** The primary key beyond `lookup`, if any. */
  readonly extraKey: string | null;
  /** Rows that still matter; the others may die with their key. */
  readonly alive: string;
  /** The most rows per transaction, so that it stays far below 200 ms. */
  readonly batch: number;
}

/** Everything under an epoch key. Blobs hold whole contents, so they go in smaller batches than shards. */
export const EPOCH_TABLES: readonly EpochTable[] = [
  { name: 'shard', kind: 'shard', blob: 'wshard', extraKey: null, alive: 'true', batch: 1000 },
  {
    name: 'redelivery',
    kind: 'redeliver',
    blob: 'rblob',
    extraKey: 'token_hash',
    alive: 't.until > clock_timestamp()',
    batch: 100,
  },
  {
    name: 'create_replay',
    kind: 'replay',
    blob: 'sealed',
    extraKey: 'key_hash',
    alive: 't.until > clock_timestamp()',
    batch: 100,
  },
];

/** From the retiring key to the current one. */
export interface Rewrap {
  readonly from: NumberedKey;
  readonly to: NumberedKey;
  readonly random: RandomBytes;
}

/** What a batch did. */
export interface BatchResult {
  readonly found: number;
  /** Fewer than found when claims hold some of them. */
  readonly moved: number;
  /** Rows that their own key does not open. They were lost before; they are set aside, under minus their epoch. */
  readonly damaged: number;
}

interface Row {
  readonly lookup: Buffer;
  readonly extra: Buffer;
  readonly blob: Buffer;
}

interface RewrappedRow extends Row {
  readonly e: number;
}

const ROWS_BETWEEN_YIELDS = 50;

/**
 * Moves one batch of a table's rows to the new key.
 *
 * What is read is re-wrapped before anything is locked, as only a rotator changes these rows; so the one statement that
 * writes is short, and events behind it become visible soon. Rows that somebody holds are skipped: a claim is deleting
 * them, or a later batch meets them again.
 */
export async function rewrapBatch(session: RotatorSession, table: EpochTable, rewrap: Rewrap): Promise<BatchResult> {
  const rows = await session.query<Row>(
    `select t.lookup, ${extraOf(table)} as extra, t.${table.blob} as blob from secrets.${table.name} t
     where t.e = $1 and ${table.alive} limit ${table.batch}`,
    [rewrap.from.number],
  );
  if (rows.length === 0) return { found: 0, moved: 0, damaged: 0 };
  const rewrapped = await rewrapRows(rows, table.kind, rewrap);
  const moved = await session.query<{ e: number }>(
    `with free as materialized (
       select t.lookup, ${extraOf(table)} as extra from secrets.${table.name} t
       where t.lookup = any ($1::bytea[]) and t.e = $5 for update skip locked
     )
     update secrets.${table.name} t set e = x.e, ${table.blob} = x.blob
     from unnest($1::bytea[], $2::bytea[], $3::bytea[], $4::int[]) x(lookup, extra, blob, e)
     join free on free.lookup = x.lookup and free.extra = x.extra
     where t.lookup = x.lookup and ${extraOf(table)} = x.extra and t.e = $5
     returning t.e`,
    [
      rewrapped.map((row) => row.lookup),
      rewrapped.map((row) => row.extra),
      rewrapped.map((row) => row.blob),
      rewrapped.map((row) => row.e),
      rewrap.from.number,
    ],
  );
  return { found: rows.length, moved: moved.length, damaged: moved.filter((row) => row.e < 0).length };
}

/** How many rows still need this epoch's key. */
export async function countUnder(session: RotatorSession, table: EpochTable, epoch: number): Promise<number> {
  const [row] = await session.query<{ left: number }>(
    `select count(*)::int as left from secrets.${table.name} t where t.e = $1 and ${table.alive}`,
    [epoch],
  );
  return row?.left ?? 0;
}

async function rewrapRows(rows: readonly Row[], kind: EpochSeal, rewrap: Rewrap): Promise<RewrappedRow[]> {
  const rewrapped: RewrappedRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_BETWEEN_YIELDS === ROWS_BETWEEN_YIELDS - 1) await yieldToOthers();
    const blob = rewrapBlob(row, kind, rewrap);
    rewrapped.push(blob === null ? { ...row, e: -rewrap.from.number } : { ...row, blob, e: rewrap.to.number });
  }
  return rewrapped;
}

/** Null for a blob that its own key does not open: it is lost already, and must not keep the old key alive. */
function rewrapBlob(row: Row, kind: EpochSeal, { from, to, random }: Rewrap): Buffer | null {
  try {
    const content = openUnder(from, kind, row.lookup, row.blob);
    try {
      return sealUnder(to, kind, row.lookup, content, random);
    } finally {
      wipe(content);
    }
  } catch (error) {
    if (error instanceof AuthenticationFailed) return null;
    throw error;
  }
}

function extraOf(table: EpochTable): string {
  return table.extraKey === null ? `''::bytea` : `t.${table.extraKey}`;
}
