import { queryOn } from '@onceover/event-store';
import type { Knex } from 'knex';
import {
  type AuditBlock,
  type BlockHead,
  chainBlock,
  noBlock,
  type ToldBlock,
} from '../../use-cases/trail/audit-block.ts';

const LAST = `
  select b.number::float8 as number, b.to_position as "to", b.hash from audit.blocks b
  where b.log = $1 order by b.number desc limit 1`;

const ADD = `
  insert into audit.blocks (log, number, from_position, to_position, events, root, at, prev_hash, hash)
    select r.log, r.number, r."from", r."to", r.events, decode(r.root, 'hex'), r.at, decode(r."prevHash", 'hex'), decode(r.hash, 'hex')
    from jsonb_to_recordset($1::jsonb) r (log text, number bigint, "from" text, "to" text, events int, root text,
        at timestamptz, "prevHash" text, hash text)`;

/** What two blocks have counted of the same five minutes is added up first: a row can be met once in a statement. */
const ADD_COUNTS = `
  insert into audit.activity_counts as c (at, log, type, bucket, count)
    select r.at, $1, r.type, r.bucket, sum(r.count)
    from jsonb_to_recordset($2::jsonb) r (at timestamptz, type text, bucket smallint, count int)
    group by r.at, r.type, r.bucket
  on conflict (at, log, type, bucket) do update set count = c.count + excluded.count`;

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
  await queryOn(tx, ADD, [JSON.stringify(blocks.map(textOf))]);
  await queryOn(tx, ADD_COUNTS, [log, JSON.stringify(fresh.flatMap((each) => each.told.counts))]);
}

function textOf(block: AuditBlock) {
  const [root, prevHash, hash] = [block.root, block.prevHash, block.hash].map((bytes) => bytes.toString('hex'));
  return { ...block, root, prevHash, hash };
}
