import { queryOn, type RecordedEvent } from '@onceover/event-store';
import type { Knex } from 'knex';
import type { ConsumerDefinition } from '../consumer.ts';
import type { PostgresBench } from './benches.ts';
import { COUNTER } from './migrate-bus.ts';

let projections = 0;

type Count = (schema: string, events: readonly RecordedEvent[], tx: Knex.Transaction) => Promise<void>;

/** Counts the notes in each stream: the table holds nothing else. */
const countNotes: Count = async (schema, events, tx) => {
  for (const { streamId } of events) {
    await queryOn(
      tx,
      `insert into ${schema}.totals as t (id, version, total) values ($1, 1, 1)
       on conflict (id) do update set total = t.total + 1`,
      [streamId],
    );
  }
};

/** A projection of `box.noted`, which can be made anew. */
export function totals(parts: Partial<ConsumerDefinition> = {}, count: Count = countNotes): ConsumerDefinition {
  return {
    name: `counter.totals-${++projections}`,
    version: 1,
    sources: ['boxes', 'crates'],
    handles: ['box.noted'],
    onError: 'park',
    startFrom: 'end',
    handle: (events, { tx }) => count(COUNTER, events, tx),
    projection: {
      tables: ['totals'],
      handleIn: (schema, events, { tx }) => countNotes(schema, events, tx),
      async replace(schema, _months, tx) {
        await queryOn(tx, 'delete from counter.totals');
        await queryOn(tx, `insert into counter.totals select * from ${schema}.totals`);
      },
    },
    ...parts,
  };
}

export async function totalIn(bench: PostgresBench, id: string): Promise<number> {
  const [row] = await bench.rows<{ total: number }>('select total from counter.totals where id = $1', [id]);
  return row?.total ?? 0;
}
