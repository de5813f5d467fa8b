import type pg from 'pg';
import type { ConsumerPlace, ConsumerPlaces, Halt } from '../types.ts';
import { identifier } from './sql/identifiers.ts';
import { queryOn } from './transaction.ts';

interface PlaceRow extends Omit<ConsumerPlace, 'owner' | 'halt' | 'bookmark'> {
  readonly owner: string | null;
  readonly cluster: string | null;
  readonly offset: string | null;
  readonly halt: (Omit<Halt, 'at'> & { readonly at: string }) | null;
}

/** Where the consumers of one service stand, as all of its processes see it. `schema` has the consumers' tables. */
export function consumerPlaces(pool: pg.Pool, schema: string): ConsumerPlaces {
  const checkpoints = `${identifier(schema)}.checkpoints`;
  const select = `select source, shard, position, case when leased_until > clock_timestamp() then owner end as owner, halt, cluster,
       topic_offset::text as offset, updated_at as "movedAt" from ${checkpoints} where consumer = $1 order by source, shard`;
  return {
    async list(consumer) {
      const { rows } = await pool.query<PlaceRow>(select, [consumer]);
      return rows.map(toPlace);
    },
    async hold(tx, consumer) {
      const { rows } = await queryOn<PlaceRow>(tx, `${select} for update`, [consumer]);
      return rows.map(toPlace);
    },
    async passHalt(tx, { consumer, eventId }) {
      const { rows } = await queryOn<PlaceRow>(
        tx,
        `with stood as (
           select * from ${checkpoints} where consumer = $1 and halt->>'eventId' = $2 for update)
         update ${checkpoints} c
         set position = stood.halt->>'position', halt = null, epoch = c.epoch + 1, updated_at = clock_timestamp()
         from stood where c.consumer = stood.consumer and c.source = stood.source and c.shard = stood.shard
         returning stood.source, stood.shard, stood.position, null as owner, stood.halt, c.cluster, c.topic_offset::text as offset,
           c.updated_at as "movedAt"`,
        [consumer, eventId],
      );
      const place = rows[0] && toPlace(rows[0]);
      return place?.halt && { ...place, halt: place.halt };
    },
    async moveTo(consumer, source, position) {
      await pool.query(
        `update ${checkpoints} set position = $3, cluster = null, topic_offset = null, epoch = epoch + 1,
           leased_until = clock_timestamp(), updated_at = clock_timestamp()
         where consumer = $1 and source = $2`,
        [consumer, source, position],
      );
    },
  };
}

function toPlace({ owner, halt, cluster, offset, ...place }: PlaceRow): ConsumerPlace {
  return {
    ...place,
    owner: owner ?? undefined,
    halt: halt ? { ...halt, at: new Date(halt.at) } : undefined,
    bookmark: cluster === null || offset === null ? undefined : { cluster, offset },
  };
}
