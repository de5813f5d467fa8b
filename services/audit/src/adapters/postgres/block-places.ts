import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { AuditBlock } from '../../use-cases/trail/audit-block.ts';
import type { BlockPlaces } from '../../use-cases/trail/search/find-covered.ts';
import { BLOCK } from './block-table.ts';

/** Numbers are dense and in the order of positions: halving finds the block in as many reads as its number has bits. */
const BLOCK_OF = {
  name: 'block of a position',
  text: `
    with recursive halves (low, high) as (
      select 1::bigint, (select b.number from audit.blocks b where b.log = $1 order by b.number desc limit 1)
      union all
      select case when b.to_position < $2 then b.number + 1 else h.low end,
        case when b.to_position < $2 then h.high else b.number end
      from halves h join audit.blocks b on b.log = $1 and b.number = (h.low + h.high) / 2
      where h.low < h.high)
    select ${BLOCK} from halves h join audit.blocks b on b.log = $1 and b.number = h.low
    where h.low = h.high and b.from_position <= $2 and b.to_position >= $2`,
};

export function createBlockPlaces(pool: pg.Pool): BlockPlaces {
  return {
    blockOf: async (log, position) => (await queryRows<AuditBlock>(pool, BLOCK_OF, [log, position]))[0] ?? null,
  };
}
