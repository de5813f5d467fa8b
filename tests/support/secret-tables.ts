import { type RecordedMeta, readMeta } from '@onceover/event-store';
import type { PostgresAddress } from '@onceover/postgres-server';
import { logNames } from '@onceover/schema/events/logs';
import pg from 'pg';

export interface Ending {
  readonly streamId: string;
  readonly type: string;
}

/** Reads the secrets service's tables for what the product does not show: recorded endings, leftovers, traces. */
export class SecretTables implements AsyncDisposable {
  readonly #pool: pg.Pool;

  constructor(database: PostgresAddress) {
    this.#pool = new pg.Pool({ ...database, max: 2 });
    // Some of these tests kill the server; the next query reports it.
    this.#pool.on('error', () => {});
  }

  /**
   * Moves the end of a secret's life into the past. Its creation time stays: stored content is bound to it, and an
   * expired secret is never opened anyway. Somebody may be opening it at this moment, and then its content has gone.
   */
  async expireNow(secretShortKey: string): Promise<void> {
    const { rowCount } = await this.#pool.query(
      `with content as (
         update secrets.secret_content c set expires = clock_timestamp() - interval '1 second'
         from secrets.secret s where s.short = $1 and c.lookup = s.lookup
       )
       update secrets.secret set expires = clock_timestamp() - interval '1 second' where short = $1`,
      [secretShortKey],
    );
    if (rowCount !== 1) throw new Error(`${rowCount} secrets have the short key ${secretShortKey}`);
  }

  /** Every ending in the log, in order. */
  async endings(): Promise<Ending[]> {
    const { rows } = await this.#pool.query<Ending>(
      `select stream_id as "streamId", type from secrets.events
        where type in ('secret.received', 'secret.burned', 'secret.expired') order by pos`,
    );
    return rows;
  }

  /** For every log the types of events of which a stream may hold one in all. */
  async endingTypes(): Promise<Readonly<Record<string, readonly string[]>>> {
    const { rows } = await this.#pool.query<{ log: string; text: string }>(
      `select schemaname as log, indexdef as text from pg_indexes where indexname = 'events_one_ending'`,
    );
    const typesIn = (text: string) => [...text.matchAll(/'([a-z_.]+)'/g)].map(([, type = '']) => type);
    return Object.fromEntries(rows.map(({ log, text }) => [log, typesIn(text).sort()]));
  }

  /** What the events of every service say about how they came to be, as readers of the logs get it. */
  async metaOfEvents(): Promise<RecordedMeta[]> {
    const { rows } = await this.#pool.query<{ meta: object }>(
      logNames.map((log) => `select meta from ${log}.events`).join(' union all '),
    );
    return rows.map(({ meta }) => readMeta(meta));
  }

  /** Rows that may exist only while a secret is unopened. */
  async pendingContent(): Promise<{ content: number; shards: number; links: number }> {
    const { rows } = await this.#pool.query<{ content: number; shards: number; links: number }>(
      `select (select count(*)::int from secrets.secret_content) as content,
              (select count(wshard)::int from secrets.secret) as shards,
              (select count(linkbox)::int from secrets.secret) as links`,
    );
    return rows[0] ?? { content: -1, shards: -1, links: -1 };
  }

  /** Every row of every table of the product as text; binary columns read `\x` and hexadecimal digits. */
  async dump(): Promise<string> {
    const { rows: tables } = await this.#pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    const parts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await this.#pool.query<{ line: string }>(`select t::text as line from ${name} t`);
      parts.push(name, ...rows.map((row) => row.line));
    }
    return parts.join('\n');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.end();
  }
}
