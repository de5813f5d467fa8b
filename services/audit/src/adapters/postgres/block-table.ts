import { queryOn } from '@onceover/event-store';
import type { Knex } from 'knex';
import {
  type AuditBlock,
  type BlockHead,
  chainBlock,
  noBlock,
  type ToldBlock,
} from '../../use-cases/trail/audit-block.ts';
import { ADD_COUNTS } from './activity-counts.ts';
import { instant } from './entry-text.ts';
import { tableRows } from './table-rows.ts';

/** A block `b` as it is checked. */
export const BLOCK = `b.number::float8 as number, b.log, b.from_position as "from", b.to_position as "to", b.events,
  b.root, ${instant('b.at')} as at, b.prev_hash as "prevHash", b.hash`;

const LAST = `
  select b.number::float8 as number, b.to_position as "to", b.hash from audit.blocks b
  where b.log = $1 order by b.number desc limit 1`;

const ADD = 'insert into audit.blocks select r.* from jsonb_populate_recordset(null::audit.blocks, $1) r';

/** Adds blocks of one log to its chain, and their counts, in the transaction in which their events are handled. */
export async function addBlocks(tx: Knex.Transaction, told: readonly ToldBlock[]): Promise<void> {
  const log = told[0]?.log;
  const last = (await queryOn<BlockHead>(tx, LAST, [log])).rows[0] ?? noBlock;
  const fresh = told.filter((each) => each.told.number > last.number);
  if (fresh.length === 0) return;
  let head = last;
  const blocks = fresh.map((each): AuditBlock => {
    const block = chainBlock(head, each);
    head = block;
    return block;
  });
  const rows = blocks.map(({ from: fromPosition, to: toPosition, ...block }) => ({
    ...block,
    fromPosition,
    toPosition,
  }));
  await queryOn(tx, ADD, [tableRows(rows)]);
  await queryOn(tx, ADD_COUNTS, [log, JSON.stringify(fresh.flatMap((each) => each.told.counts))]);
}
