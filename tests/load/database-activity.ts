import type { PostgresAddress } from '@onceover/postgres-server';
import pg from 'pg';

/** PostgreSQL's own counters at one moment. */
export interface Counters {
  readonly transactions: number;
  readonly tables: Readonly<Record<string, TableCounters>>;
}

export interface TableCounters {
  readonly inserted: number;
  readonly updated: number;
  /** Updates that touched no index. */
  readonly hot: number;
  readonly deleted: number;
  /** Rows handed to statements, by index or by scan. */
  readonly read: number;
}

/** What the write-ahead log holds between two positions. */
export interface WalContent {
  readonly bytes: number;
  /** Of which images of whole pages, written once per page after each checkpoint. */
  readonly imageBytes: number;
  /** New entries in B-tree indexes per table, partial indexes exactly as they were touched. */
  readonly indexEntries: Readonly<Record<string, number>>;
}

/** A session as PostgreSQL's superuser that reads counters and the write-ahead log of a server of our own. */
export class DatabaseActivity implements AsyncDisposable {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(address: PostgresAddress): Promise<DatabaseActivity> {
    const client = new pg.Client({ ...address, user: 'postgres' });
    await client.connect();
    await client.query('create extension if not exists pg_walinspect');
    return new DatabaseActivity(client);
  }

  /**
   * Counters that a session has not reported yet are missing: it does so at most ten seconds after its last statement.
   * Transactions are without those of autovacuum.
   */
  async counters(): Promise<Counters> {
    const { rows } = await this.#client.query<Counters>(
      `select (select xact_commit::float8 from pg_stat_database where datname = current_database())
              - (select sum(autovacuum_count + autoanalyze_count)::float8 from pg_stat_all_tables) as transactions,
              (select json_object_agg(schemaname || '.' || relname, json_build_object(
                 'inserted', n_tup_ins, 'updated', n_tup_upd, 'hot', n_tup_hot_upd, 'deleted', n_tup_del,
                 'read', coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))) from pg_stat_user_tables) as tables`,
    );
    return first(rows);
  }

  async walPosition(): Promise<string> {
    const { rows } = await this.#client.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
    return first(rows).lsn;
  }

  async walContent(from: string, to: string): Promise<WalContent> {
    const { rows } = await this.#client.query<WalContent>(
      `with entries as (
         select coalesce(i.indrelid::regclass::text, 'other') as name, count(*) as entries
           from pg_get_wal_block_info($1, $2, false) b
           left join pg_class c on c.relfilenode = b.relfilenode
           left join pg_index i on i.indexrelid = c.oid
          where b.resource_manager = 'Btree' and b.block_id = 0
            and b.record_type in ('INSERT_LEAF', 'INSERT_POST', 'SPLIT_L', 'SPLIT_R')
          group by 1)
       select pg_wal_lsn_diff($2, $1)::float8 as bytes,
              (select coalesce(sum(fpi_size), 0)::float8 from pg_get_wal_stats($1, $2, false)) as "imageBytes",
              (select coalesce(json_object_agg(name, entries), '{}') from entries) as "indexEntries"`,
      [from, to],
    );
    return first(rows);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end();
  }
}

/** What was counted between two moments. */
export function difference(before: Counters, after: Counters): Counters {
  const tables = Object.entries(after.tables).map(([name, now]) => {
    const then = before.tables[name];
    const since = (key: keyof TableCounters) => now[key] - (then?.[key] ?? 0);
    const counters: TableCounters = {
      inserted: since('inserted'),
      updated: since('updated'),
      hot: since('hot'),
      deleted: since('deleted'),
      read: since('read'),
    };
    return [name, counters] as const;
  });
  return { transactions: after.transactions - before.transactions, tables: Object.fromEntries(tables) };
}

function first<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL returned no row');
  return row;
}
