import type { Knex } from 'knex';
import type pg from 'pg';
import { type Checkpoint, OwnershipLost } from '../subscription/ports.ts';
import type { Position } from '../types.ts';
import { identifier } from './sql/identifiers.ts';

export interface CheckpointOptions {
  readonly pool: pg.Pool;
  readonly schema: string;
  readonly consumer: string;
  readonly shard: number;
  readonly owner: string;
}

/** Takes a consumer over: whoever claims last owns it. `start` counts only where no checkpoint exists yet. */
export async function claimCheckpoint(options: CheckpointOptions, start: Position): Promise<Checkpoint> {
  const { pool, schema, consumer, shard, owner } = options;
  const { rows } = await pool.query<{ position: Position; epoch: string }>(
    `insert into ${identifier(schema)}.checkpoints as c (consumer, shard, position, owner, epoch)
     values ($1, $2, $3, $4, 1)
     on conflict (consumer, shard) do update
       set owner = excluded.owner, epoch = c.epoch + 1, updated_at = clock_timestamp()
     returning c.position, c.epoch::text as epoch`,
    [consumer, shard, start, owner],
  );
  const [row] = rows;
  if (row === undefined) throw new TypeError('a claim answers its row');
  return new PostgresCheckpoint(options, row.epoch, row.position);
}

class PostgresCheckpoint implements Checkpoint {
  readonly #options: CheckpointOptions;
  readonly #table: string;
  readonly #epoch: string;
  #position: Position;

  constructor(options: CheckpointOptions, epoch: string, position: Position) {
    this.#options = options;
    this.#table = `${identifier(options.schema)}.checkpoints`;
    this.#epoch = epoch;
    this.#position = position;
  }

  get position(): Position {
    return this.#position;
  }

  async move(to: Position, tx?: Knex.Transaction): Promise<void> {
    const { consumer, shard } = this.#options;
    const values = [to, consumer, shard, this.#position, this.#epoch];
    const moved = tx === undefined ? await this.#updateAlone(values) : await this.#updateWith(tx, values);
    if (moved !== 1) throw new OwnershipLost();
    this.#position = to;
  }

  async reload(): Promise<void> {
    const { pool, consumer, shard } = this.#options;
    const { rows } = await pool.query<{ position: Position }>(
      `select position from ${this.#table} where consumer = $1 and shard = $2 and epoch = $3::bigint`,
      [consumer, shard, this.#epoch],
    );
    const [row] = rows;
    if (row === undefined) throw new OwnershipLost();
    this.#position = row.position;
  }

  async #updateAlone(values: readonly (string | number)[]): Promise<number | null> {
    let n = 0;
    const text = this.#updateSql().replaceAll('?', () => `$${++n}`);
    const { rowCount } = await this.#options.pool.query(text, [...values]);
    return rowCount;
  }

  async #updateWith(tx: Knex.Transaction, values: readonly (string | number)[]): Promise<number | null> {
    const { rowCount }: { rowCount: number | null } = await tx.raw(this.#updateSql(), values);
    return rowCount;
  }

  #updateSql(): string {
    return `update ${this.#table} set position = ?, updated_at = clock_timestamp()
      where consumer = ? and shard = ? and position = ? and epoch = ?::bigint`;
  }
}
