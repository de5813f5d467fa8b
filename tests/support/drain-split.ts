import { setTimeout as rest } from 'node:timers/promises';
import { consumerKey } from '@onceover/event-bus';
import { partitionIn } from '@onceover/kafka-log';
import type { PostgresAddress } from '@onceover/postgres-server';
import { type LogName, logNames, logs } from '@onceover/schema/events/logs';
import pg from 'pg';

/** A consumer of a service, as its definition says what it waits for. */
export interface WaitingConsumer {
  readonly service: LogName;
  readonly name: string;
  readonly version: number;
  readonly sources: readonly string[];
  readonly handles: readonly string[];
  readonly tenantsOnly?: boolean;
}

/** The newest event of a type that is about one account, or on one stream. */
interface Newest {
  readonly type: string;
  readonly tenantRef: string | null;
  readonly streamId: string;
  readonly position: string;
}

interface Place {
  readonly consumer: string;
  readonly source: string;
  readonly shard: number;
  readonly position: string;
  readonly error: string | null;
}

const PATIENCE_MS = 120_000;

/**
 * Waits until every service has done what there is to do: no consumer has an event before it that it wants, no job and no email is
 * due, and no log has grown meanwhile. It looks into the tables, as processes tell nobody how far they are.
 */
export class SplitDrain implements AsyncDisposable {
  readonly #pool: pg.Pool;
  readonly #consumers: readonly WaitingConsumer[];

  constructor(database: PostgresAddress, consumers: readonly WaitingConsumer[]) {
    this.#pool = new pg.Pool({ ...database, max: 4 });
    this.#pool.on('error', () => undefined);
    this.#consumers = consumers;
  }

  /** Rejects when a consumer has halted, or it takes longer than two minutes. */
  async wait(): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    let before: string | undefined;
    for (;;) {
      const { what, ends } = await this.#look();
      if (what === undefined && ends === before) return;
      before = what === undefined ? ends : undefined;
      if (performance.now() > deadline) throw new Error(`not done after ${PATIENCE_MS / 1_000} s: ${what ?? ends}`);
      await rest(10);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.end();
  }

  /** What there is to do, if anything, and where the logs end. */
  async #look(): Promise<{ readonly what: string | undefined; readonly ends: string }> {
    // Jobs and emails after what led to them, so that nothing slips by between two looks.
    const newest = new Map(await Promise.all(logNames.map(async (log) => [log, await this.#newestOf(log)] as const)));
    const waiting = await Promise.all(this.#consumers.map((consumer) => this.#waitingOf(consumer, newest)));
    const ends = [...newest].map(
      ([log, events]) =>
        `${log} ${events
          .map(({ position }) => position)
          .sort()
          .at(-1)}`,
    );
    return { what: waiting.find((each) => each !== undefined) ?? (await this.#work()), ends: ends.join(', ') };
  }

  async #newestOf(log: LogName): Promise<readonly Newest[]> {
    const { rows } = await this.#pool.query<Newest>(
      `select e.type, e.tenant_ref as "tenantRef", min(e.stream_id::text) as "streamId", max(
         lpad(e.gen::text, 5, '0') || ':' || lpad(e.xid::text, 20, '0') || ':' || lpad(e.pos::text, 19, '0')) as position
       from ${log}.events e group by e.type, e.tenant_ref, case when e.tenant_ref is null then e.stream_id end`,
    );
    return rows;
  }

  async #waitingOf(
    { service, sources, handles, tenantsOnly = false, ...consumer }: WaitingConsumer,
    newest: ReadonlyMap<string, readonly Newest[]>,
  ): Promise<string | undefined> {
    const key = consumerKey(consumer);
    const { rows } = await this.#pool.query<Place>(
      `select consumer, source, shard, position, halt ->> 'error' as error from ${service}.checkpoints where consumer = $1`,
      [key],
    );
    const halted = rows.find(({ error }) => error !== null);
    if (halted !== undefined) throw new Error(`${key} has halted: ${halted.error}`);
    const places = new Map(rows.map(({ source, shard, position }) => [`${source}/${shard}`, position]));
    for (const source of sources) {
      const isBehind = (event: Newest) =>
        handles.includes(event.type) &&
        !(tenantsOnly && event.tenantRef === null) &&
        (places.get(`${source}/${partitionIn(logs[source as LogName], event)}`) ?? '') < event.position;
      const found = newest.get(source)?.find(isBehind);
      if (found !== undefined) return `${key} has ${found.type} of ${source} at ${found.position} before it`;
    }
    return undefined;
  }

  async #work(): Promise<string | undefined> {
    const { rows: queues } = await this.#pool.query<{ readonly name: string }>(
      `select quote_ident(schemaname) as name from pg_tables where tablename = '_private_jobs'`,
    );
    const due = queues.map(
      ({ name }) =>
        `select '${name}' as what from ${name}._private_jobs where locked_at is not null or is_available and run_at <= now()`,
    );
    const { rows } = await this.#pool.query<{ readonly what: string }>(
      `${due.join(' union all ')} union all
       select 'emails' from notifications.mail where state = 'sending' or state = 'queued' and next_try <= clock_timestamp() limit 1`,
    );
    return rows[0] && `${rows[0].what} are due`;
  }
}
