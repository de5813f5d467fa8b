import { identifier, inTransaction, knexOn, queryOn, type RecordedEvent } from '@onceover/event-store';
import type { Knex } from 'knex';
import pLimit from 'p-limit';
import type pg from 'pg';
import { jobQueueIn, jobsSchemaOf } from '../jobs/job-queue.ts';
import type { ConsumerStore, ConsumerUnit, DeadLetter } from './consumer-store.ts';

export interface PostgresConsumerStoreOptions {
  /** Connects as the service's role. */
  readonly pool: pg.Pool;
  /** With the tables of `consumerTablesMigration`; those of its jobs are beside it. */
  readonly schema: string;
  /** How its transactions begin. Default: with nothing written. */
  readonly begin?: BeginTransaction;
}

/** Runs work in a transaction that it opens, perhaps after writing something of its own. */
export type BeginTransaction = <R>(work: (tx: Knex.Transaction) => Promise<R>) => Promise<R>;

/** Selects a `DeadLetter`. */
const LETTER = `consumer, event_id as "eventId", source, position, type, error, attempts, first_at as "firstAt",
  last_at as "lastAt", state`;

/** What a service's consumers change together, in its own schema. */
export function createPostgresConsumerStore(options: PostgresConsumerStoreOptions): ConsumerStore {
  const { pool, schema } = options;
  const knex = knexOn(pool);
  const s = identifier(schema);
  const { begin = (work) => inTransaction(knex, work) } = options;
  const inTurn = pLimit(transactionsOn(pool));
  return {
    transact: (work) => inTurn(() => begin((tx) => work(unitIn(tx, s, jobsSchemaOf(schema))))),
    async listLetters({ consumer = null, state = null }) {
      const { rows } = await pool.query<DeadLetter>(
        `select ${LETTER} from ${s}.dead_letters
         where ($1::text is null or consumer = $1) and ($2::text is null or state = $2) order by last_at desc`,
        [consumer, state],
      );
      return rows;
    },
    async purgeInbox(before, limit) {
      const { rowCount } = await pool.query(
        `delete from ${s}.inbox where ctid = any(array(select ctid from ${s}.inbox where at < $1 limit $2))`,
        [before, limit],
      );
      return rowCount ?? 0;
    },
  };
}

/**
 * Consumers take half of the connections at most, however many partitions they work on. With all of them they would keep requests
 * waiting, and a handler that asks for one more would wait for the others, and they for it.
 */
function transactionsOn({ options: { max } }: pg.Pool): number {
  return Math.max(FEWEST, Math.floor(max / 2));
}

const FEWEST = 2;

function unitIn(tx: Knex.Transaction, s: string, jobs: string): ConsumerUnit {
  return {
    tx,
    enqueue: jobQueueIn(tx, jobs),
    enter: (consumer, events) => enter(tx, s, consumer, events),
    async park(letter, at) {
      const { consumer, eventId, source, position, type, error, attempts } = letter;
      await queryOn(
        tx,
        `insert into ${s}.dead_letters as d
           (consumer, event_id, source, position, type, error, attempts, first_at, last_at, state)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $8, 'parked')
         on conflict (consumer, event_id) do update
           set error = excluded.error, attempts = d.attempts + excluded.attempts, last_at = excluded.last_at`,
        [consumer, eventId, source, position, type, error, attempts, at],
      );
    },
    async takeLetter(consumer, eventId) {
      const text = `select ${LETTER} from ${s}.dead_letters where consumer = $1 and event_id = $2 for update`;
      return (await queryOn<DeadLetter>(tx, text, [consumer, eventId])).rows[0];
    },
    async settleLetter({ consumer, eventId }, state, at) {
      const settle = `update ${s}.dead_letters set state = $1, last_at = $2 where consumer = $3 and event_id = $4`;
      await queryOn(tx, settle, [state, at, consumer, eventId]);
      const count = `insert into ${s}.inbox (consumer, event_id) values ($1, $2) on conflict do nothing`;
      await queryOn(tx, count, [consumer, eventId]);
    },
  };
}

/** An event set aside is not entered: a letter retried later must not find itself in the inbox. */
async function enter(
  tx: Knex.Transaction,
  s: string,
  consumer: string,
  events: readonly RecordedEvent[],
): Promise<ReadonlySet<string>> {
  const ids = events.map(({ id }) => id);
  const aside = await queryOn<{ event_id: string }>(
    tx,
    `select event_id from ${s}.dead_letters where consumer = $1 and event_id = any($2::uuid[])`,
    [consumer, ids],
  );
  const isAside = new Set(aside.rows.map(({ event_id }) => event_id));
  const entered = await queryOn<{ event_id: string }>(
    tx,
    `insert into ${s}.inbox (consumer, event_id) select $1, id from unnest($2::uuid[]) as id
     on conflict do nothing returning event_id`,
    [consumer, ids.filter((id) => !isAside.has(id))],
  );
  return new Set(entered.rows.map(({ event_id }) => event_id));
}
