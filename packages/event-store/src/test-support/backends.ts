import { createTestDatabase } from '@onceover/testing/database';
import type { Knex } from 'knex';
import { createMemoryEventSource } from '../memory/memory-event-source.ts';
import { createMemoryEventStore } from '../memory/memory-event-store.ts';
import { memoryTransaction } from '../memory/memory-transaction.ts';
import { createPostgresEventSource } from '../postgres/event-source.ts';
import { createPostgresEventStore } from '../postgres/event-store.ts';
import { poolSettings } from '../postgres/pool-settings.ts';
import { inTransaction, knexOn } from '../postgres/transaction.ts';
import type { CommitNews, ConsumerPlaces, EventHistory, EventSource, EventStore } from '../types.ts';
import { checkBoxes, migrateBoxes, SCHEMA } from './box-log.ts';

/** What the suites need from a store, whatever is behind it. */
export interface Backend extends AsyncDisposable {
  readonly store: EventStore;
  /** What the store has said of its commits. */
  readonly news: readonly CommitNews[];
  readonly source: EventSource & {
    readonly history: EventHistory;
    readonly places: ConsumerPlaces;
    wake(news?: CommitNews): void;
  };
  /** As if the owner of a consumer had died and its lease had run out. */
  expireLeases(): Promise<void>;
  /** A transaction in which nothing else happens. */
  transact<R>(work: (tx: Knex.Transaction) => Promise<R>): Promise<R>;
  stateOf(box: string): Promise<string | undefined>;
  countNotes(): Promise<number>;
}

export const backends: readonly { name: string; open(): Promise<Backend> }[] = [
  { name: 'memory', open: openMemory },
  { name: 'postgres, batching', open: () => openPostgres(true) },
  { name: 'postgres, one by one', open: () => openPostgres(false) },
];

export async function openMemory(): Promise<Backend> {
  const boxes = new Map<string, string>();
  const notes = new Map<string, string>();
  const news: CommitNews[] = [];
  const store = createMemoryEventStore({
    service: SCHEMA,
    endings: ['box.emptied'],
    check: checkBoxes,
    checks: {
      epoch: ({ epoch }) => epoch === 7,
      new: ({ id }) => boxes.get(String(id)) === 'new',
    },
    claims: {
      box({ id }) {
        const isNew = boxes.get(String(id)) === 'new';
        if (isNew) boxes.set(String(id), 'emptied');
        return isNew;
      },
    },
    writes: {
      box: ({ id }) => insert(boxes, String(id), 'new'),
      note({ id, text }) {
        if (text === 'poison') throw new Error('violates check constraint');
        insert(notes, String(id), String(text));
      },
    },
    save: () => saved(boxes, notes),
    onCommitted(committed) {
      news.push(committed);
      source.wake(committed);
    },
  });
  const source = createMemoryEventSource({ logs: [store.log], pollMs: 20 });
  return {
    store,
    news,
    source,
    async transact(work) {
      const transaction = memoryTransaction();
      const result = await work(transaction.tx);
      await transaction.commit();
      return result;
    },
    stateOf: async (box) => boxes.get(box),
    countNotes: async () => notes.size,
    expireLeases: async () => source.expireLeases(),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

export async function openPostgres(batching: boolean): Promise<Backend> {
  const database = await createTestDatabase({ template: 'event_store_boxes', migrate: migrateBoxes });
  const pool = database.pool(poolSettings({ max: 16, name: 'event-store-test' }));
  const news: CommitNews[] = [];
  const store = createPostgresEventStore({
    pool,
    schema: SCHEMA,
    service: SCHEMA,
    batching,
    check: checkBoxes,
    onCommitted(committed) {
      news.push(committed);
      source.wake(committed);
    },
  });
  const source = createPostgresEventSource({
    onError: () => undefined,
    pool,
    schema: SCHEMA,
    logs: { [SCHEMA]: SCHEMA },
    leaseMs: 1_000,
  });
  await store.openLog();
  return {
    store,
    news,
    source,
    transact: (work) => inTransaction(knexOn(pool), work),
    async stateOf(box) {
      const { rows } = await pool.query<{ state: string }>('select state from boxes.box where id = $1', [box]);
      return rows[0]?.state;
    },
    async countNotes() {
      const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from boxes.note');
      return rows[0]?.count ?? 0;
    },
    async expireLeases() {
      await pool.query(`update boxes.checkpoints set leased_until = '-infinity'`);
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

function insert(table: Map<string, string>, id: string, value: string): void {
  if (table.has(id)) throw new Error('violates unique constraint');
  table.set(id, value);
}

function saved(...tables: Map<string, string>[]): () => void {
  const copies = tables.map((table) => new Map(table));
  return () => {
    for (const [index, table] of tables.entries()) {
      table.clear();
      for (const [id, value] of copies[index] ?? []) table.set(id, value);
    }
  };
}
