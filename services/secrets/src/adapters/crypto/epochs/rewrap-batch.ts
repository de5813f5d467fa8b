import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type RandomBytes, wipe } from '@onceover/service-kit/crypto';
import type { KeySession } from '../keys/key-session.ts';
import { type EpochSeal, type NumberedKey, openUnder, sealUnder, unlessForged } from '../sealing/under-epoch.ts';

/** A table whose rows hold something sealed under an epoch's key. Names are constants of ours, never input. */
export interface EpochTable {
  readonly name: string;
  readonly kind: EpochSeal;
  readonly blob: string;
  /** Columns of the primary key, all `bytea`. The rows are walked in its order. */
  readonly key: readonly string[];
  /** Rows that still matter; the others may die with their key. */
  readonly alive: string;
  /** Rows that one transaction reads and the most it changes, so that it stays far below 200 ms. */
  readonly batch: number;
}

/** Blobs hold whole contents, so they go in smaller batches than shards. */
const blobs = { alive: 't.until > clock_timestamp()', batch: 100 } as const;

/**
 * Everything under an epoch key.
 *
 * There is no index of epochs: every row that lives is of the retiring epoch once per rotation, so a walk over all of them
 * finds little that it does not want, while an index would cost every conceal an entry and every row that moves three.
 */
export const EPOCH_TABLES: readonly EpochTable[] = [
  { name: 'secret', kind: 'shard', blob: 'wshard', key: ['lookup'], alive: 't.wshard is not null', batch: 1000 },
  { name: 'redelivery', kind: 'redeliver', blob: 'rblob', key: ['lookup', 'token_hash'], ...blobs },
  { name: 'create_replay', kind: 'replay', blob: 'sealed', key: ['key_hash'], ...blobs },
];

/** From the retiring key to the current one. */
export interface Rewrap {
  readonly from: NumberedKey;
  readonly to: NumberedKey;
  readonly random: RandomBytes;
}

export type RowKey = readonly Buffer[];

export interface BatchResult {
  /** Rows of the retiring epoch. */
  readonly found: number;
  /** Fewer than found when claims hold some of them. */
  readonly moved: number;
  /** Rows that their own key does not open. They were lost before; they are set aside, under minus their epoch. */
  readonly damaged: number;
  /** Where the next batch goes on; null at the end of the table. */
  readonly end: RowKey | null;
}

interface Row {
  readonly lookup: Buffer;
  readonly blob: Buffer;
  /** The columns of the primary key. */
  readonly [column: string]: Buffer;
}

type RewrappedRow = { readonly row: Row; readonly blob: Buffer; readonly e: number };

const ROWS_BETWEEN_YIELDS = 50;

/**
 * Moves the rows of the retiring epoch among the next ones of a table to the new key.
 *
 * What is read is re-wrapped before anything is locked, as only a rotator moves these rows; so the one statement that
 * writes is short, and events behind it become visible soon. It asks again whether they are alive: a secret that ended
 * meanwhile keeps its row and must get no shard again. Rows that somebody holds are skipped: a claim is ending them, or a
 * later walk meets them again.
 */
export async function rewrapBatch(
  session: KeySession,
  table: EpochTable,
  rewrap: Rewrap,
  after: RowKey | null,
): Promise<BatchResult> {
  const end = await endOfBatch(session, table, after);
  const rows = await readRows(session, table, rewrap.from.number, after, end);
  if (rows.length === 0) return { found: 0, moved: 0, damaged: 0, end };
  const moved = await moveRows(session, table, await rewrapRows(rows, table.kind, rewrap), rewrap.from.number);
  return { found: rows.length, moved: moved.length, damaged: moved.filter(({ e }) => e < 0).length, end };
}

export async function hasRowsUnder(session: KeySession, table: EpochTable, epoch: number): Promise<boolean> {
  const [row] = await session.query<{ found: boolean }>(
    `select exists (select from secrets.${table.name} t where t.e = $1 and ${table.alive}) as found`,
    [epoch],
  );
  return row?.found === true;
}

async function endOfBatch(
  session: KeySession,
  { name, key, batch }: EpochTable,
  after: RowKey | null,
): Promise<RowKey | null> {
  const columns = columnsOf(key, 't');
  const [last] = await session.query<Row>(
    `select ${columns} from secrets.${name} t where ${isAfter(key, after, 1)} order by ${columns} offset ${batch - 1} limit 1`,
    after ?? [],
  );
  return last === undefined ? null : key.map((column) => last[column] as Buffer);
}

async function readRows(
  session: KeySession,
  { name, key, blob, alive }: EpochTable,
  epoch: number,
  after: RowKey | null,
  end: RowKey | null,
): Promise<readonly Row[]> {
  const before = end === null ? 'true' : `(${columnsOf(key, 't')}) <= (${placesOf(key, 2 + (after ?? []).length)})`;
  return await session.query<Row>(
    `select t.lookup, ${columnsOf(key, 't')}, t.${blob} as blob from secrets.${name} t
     where ${isAfter(key, after, 2)} and ${before} and t.e = $1 and ${alive}`,
    [epoch, ...(after ?? []), ...(end ?? [])],
  );
}

async function moveRows(
  session: KeySession,
  { name, key, blob, alive }: EpochTable,
  rewrapped: readonly RewrappedRow[],
  epoch: number,
): Promise<readonly { readonly e: number }[]> {
  const [first = 'lookup'] = key;
  const isSame = (one: string, other: string) =>
    key.map((column) => `${one}.${column} = ${other}.${column}`).join(' and ');
  return await session.query<{ e: number }>(
    `with free as materialized (
       select ${columnsOf(key, 't')} from secrets.${name} t
       where t.${first} = any ($4::bytea[]) and t.e = $1 and ${alive} for update skip locked
     )
     update secrets.${name} t set e = x.e, ${blob} = x.blob
     from unnest($2::int[], $3::bytea[], ${key.map((_column, index) => `$${index + 4}::bytea[]`).join(', ')})
       x(e, blob, ${key.join(', ')})
     join free on ${isSame('free', 'x')}
     where ${isSame('t', 'x')} and t.e = $1
     returning t.e`,
    [
      epoch,
      rewrapped.map(({ e }) => e),
      rewrapped.map((row) => row.blob),
      ...key.map((column) => rewrapped.map(({ row }) => row[column])),
    ],
  );
}

function columnsOf(key: readonly string[], alias: string): string {
  return key.map((column) => `${alias}.${column}`).join(', ');
}

function placesOf(key: readonly string[], from: number): string {
  return key.map((_column, index) => `$${from + index}::bytea`).join(', ');
}

function isAfter(key: readonly string[], after: RowKey | null, from: number): string {
  return after === null ? 'true' : `(${columnsOf(key, 't')}) > (${placesOf(key, from)})`;
}

async function rewrapRows(rows: readonly Row[], kind: EpochSeal, rewrap: Rewrap): Promise<RewrappedRow[]> {
  const rewrapped: RewrappedRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_BETWEEN_YIELDS === ROWS_BETWEEN_YIELDS - 1) await yieldToOthers();
    const blob = rewrapBlob(row, kind, rewrap);
    rewrapped.push(
      blob === null ? { row, blob: row.blob, e: -rewrap.from.number } : { row, blob, e: rewrap.to.number },
    );
  }
  return rewrapped;
}

/** Null for a blob that its own key does not open: it is lost already, and must not keep the old key alive. */
function rewrapBlob(row: Row, kind: EpochSeal, { from, to, random }: Rewrap): Buffer | null {
  const content = unlessForged(() => openUnder(from, kind, row.lookup, row.blob));
  if (content === null) return null;
  try {
    return sealUnder(to, kind, row.lookup, content, random);
  } finally {
    wipe(content);
  }
}
