import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { AuthenticationFailed, type RandomBytes, wipe } from '@onceover/service-kit/crypto';
import { LAYERS, type Layer, type NumberedKey, openLayer, sealLayer } from './key-layers.ts';
import type { RotatorSession } from './rotator-session.ts';

/** A table whose rows carry a layer under an epoch key. Names are constants of ours, never input. */
export interface EpochTable {
  readonly name: string;
  readonly layer: Layer;
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
  { name: 'shard', layer: LAYERS.shard, blob: 'wshard', extraKey: null, alive: 'true', batch: 1000 },
  {
    name: 'redelivery',
    layer: LAYERS.redelivery,
    blob: 'rblob',
    extraKey: 'token_hash',
    alive: 't.until > clock_timestamp()',
    batch: 100,
  },
  {
    name: 'create_replay',
    layer: LAYERS.replay,
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

/** What a batch met. */
export interface BatchResult {
  readonly found: number;
  /** Rows that their own key does not open. They were lost before; they are put aside, under minus their epoch. */
  readonly damaged: number;
}

interface Row {
  readonly lookup: Buffer;
  readonly extra: Buffer;
  readonly blob: Buffer;
}

interface MovedRow extends Row {
  readonly e: number;
}

const ROWS_BETWEEN_YIELDS = 50;

/**
 * Moves one batch of a table's rows to the new key, in one short transaction.
 *
 * Rows that somebody holds are skipped: a claim is deleting them, or the next batch meets them again. So this never waits
 * for a row, and a claim waits for it at most as long as the transaction takes.
 */
export async function rewrapBatch(session: RotatorSession, table: EpochTable, rewrap: Rewrap): Promise<BatchResult> {
  return session.transaction(async () => {
    // Rows move away from the epoch as we go: its index finds the rest, a scan would meet all the dead versions again.
    await session.query('set local enable_seqscan = off; set local enable_bitmapscan = off');
    const rows = await session.query<Row>(
      `select t.lookup, ${extraOf(table)} as extra, t.${table.blob} as blob from secrets.${table.name} t
       where t.e = $1 and ${table.alive} limit ${table.batch} for update skip locked`,
      [rewrap.from.number],
    );
    const moved = await rewrapRows(rows, table.layer, rewrap);
    await session.query(
      `update secrets.${table.name} t set e = x.e, ${table.blob} = x.blob
       from unnest($1::bytea[], $2::bytea[], $3::bytea[], $4::int[]) x(lookup, extra, blob, e)
       where t.lookup = x.lookup and ${extraOf(table)} = x.extra and t.e = $5`,
      [
        moved.map((row) => row.lookup),
        moved.map((row) => row.extra),
        moved.map((row) => row.blob),
        moved.map((row) => row.e),
        rewrap.from.number,
      ],
    );
    return { found: rows.length, damaged: moved.filter((row) => row.e < 0).length };
  });
}

/** How many rows still need this epoch's key. */
export async function countUnder(session: RotatorSession, table: EpochTable, epoch: number): Promise<number> {
  const [row] = await session.query<{ left: number }>(
    `select count(*)::int as left from secrets.${table.name} t where t.e = $1 and ${table.alive}`,
    [epoch],
  );
  return row?.left ?? 0;
}

async function rewrapRows(rows: readonly Row[], layer: Layer, rewrap: Rewrap): Promise<MovedRow[]> {
  const moved: MovedRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_BETWEEN_YIELDS === ROWS_BETWEEN_YIELDS - 1) await yieldToOthers();
    const blob = rewrapBlob(row, layer, rewrap);
    moved.push(blob === null ? { ...row, e: -rewrap.from.number } : { ...row, blob, e: rewrap.to.number });
  }
  return moved;
}

/** Null for a blob that its own key does not open: it is lost already, and must not keep the old key alive. */
function rewrapBlob(row: Row, layer: Layer, { from, to, random }: Rewrap): Buffer | null {
  try {
    const content = openLayer(layer, from, row.lookup, row.blob);
    try {
      return sealLayer(layer, to, row.lookup, content, random);
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
