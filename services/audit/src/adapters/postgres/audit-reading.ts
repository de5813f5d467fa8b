import { consumerKey } from '@onceover/event-bus';
import {
  type ConsumerPlace,
  type ConsumerSource,
  LOG_START,
  type LoggedEvent,
  statementOf,
} from '@onceover/event-store';
import { auditConsumer, blocksConsumer } from '@onceover/schema/events/event-row';
import { readOneMoment } from '@onceover/service-shell/own-history';
import type pg from 'pg';
import type { AuditBlock } from '../../use-cases/trail/audit-block.ts';
import type { Checkpoint } from '../../use-cases/trail/checkpoint.ts';
import type { StoredHead, TrailReading } from '../../use-cases/trail/trail-reading.ts';
import { CHECKPOINT } from './audit-checkpoints.ts';
import { BLOCK } from './block-table.ts';
import { entriesWhere } from './entry-search.ts';
import { type EntryRow, readEntryRow, SELECT_ENTRIES } from './entry-text.ts';

const PAGE = 5_000;

const CHECKPOINTS = `select ${CHECKPOINT} from audit.signed_checkpoints c order by c.number`;

const BLOCKS = `
  select ${BLOCK} from audit.blocks b where b.log = $1 order by b.number`;

const HEADS = `
  select h.tenant_ref::text || ' ' || h.kind || ' ' || h.log as chain,
    h.seq::float8 as seq, h.hash, h.signed_seq::float8 as "signedSeq"
  from audit.heads h where h.log = $1`;

const PLACES = 'select c.consumer, c.shard, c.position from audit.checkpoints c where c.source = $1';

const [ENTRIES_BY, BLOCKS_BY] = [auditConsumer, blocksConsumer].map((name) => consumerKey({ name, version: 1 }));

/** Which shard of a log has an event, where its consumers read it in shards. */
export type ShardOf = NonNullable<ConsumerSource['shardOf']>;

const undivided: ShardOf = () => 0;

/** Reads the trail as it is at one moment, however long it takes. */
export async function openTrailReading(client: pg.ClientBase, shardOf = undivided): Promise<TrailReading> {
  await readOneMoment(client);
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  const now = rows[0]?.now ?? new Date(Number.NaN);
  const pages = pagesOn(client);
  return {
    now,
    checkpoints: () => pages<Checkpoint>(CHECKPOINTS),
    blocks: (log) => pages<AuditBlock>(BLOCKS, [log]),
    heads: (log) => pages<StoredHead>(HEADS, [log]),
    async *entries(log, conditions = {}) {
      const { text, values } = statementOf([
        [`${SELECT_ENTRIES} audit.entries e where e.log = ?`, log],
        ...entriesWhere(conditions),
        ['order by e.position, e.event_id'],
      ]);
      for await (const page of pages<EntryRow>(text, values)) yield page.map(readEntryRow);
    },
    async writtenUpTo(log) {
      const { rows: places } = await client.query<PlaceRow>(PLACES, [log]);
      const isWrittenBy = (consumer?: string) => (event: LoggedEvent) => {
        const { type, tenantRef, said } = event;
        const shard = shardOf(log, { type, tenantRef, streamId: said?.streamId ?? '' });
        const place = places.find((each) => each.consumer === consumer && each.shard === shard);
        return event.position <= (place?.position ?? LOG_START);
      };
      return { hasEntryOf: isWrittenBy(ENTRIES_BY), hasBlockOf: isWrittenBy(BLOCKS_BY) };
    },
  };
}

interface PlaceRow extends Pick<ConsumerPlace, 'shard' | 'position'> {
  readonly consumer: string;
}

/**
 * Rows of a statement page by page, by a cursor: the statement runs once, and its next page is read while the one before it is
 * being checked. The connection gets one statement at a time.
 */
function pagesOn(client: pg.ClientBase) {
  let [queue, count]: [Promise<unknown>, number] = [Promise.resolve(), 0];
  const inTurn = <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
    const answer = queue.then(() => client.query<Row>(text, [...values]));
    queue = answer.catch(() => undefined);
    return answer;
  };
  return async function* pages<Row extends object>(text: string, values?: readonly unknown[]): AsyncGenerator<Row[]> {
    count += 1;
    const cursor = `trail_${count}`;
    await inTurn(`declare ${cursor} no scroll cursor for ${text}`, values);
    const read = () => inTurn<Row>(`fetch forward ${PAGE} from ${cursor}`);
    let ahead = read();
    for (let { rows } = await ahead; rows.length > 0; { rows } = await ahead) {
      ahead = read();
      ahead.catch(() => undefined);
      yield rows;
    }
    await inTurn(`close ${cursor}`);
  };
}
