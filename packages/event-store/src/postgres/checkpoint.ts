import type { Knex } from 'knex';
import type pg from 'pg';
import { afterCommit } from '../subscription/after-commit.ts';
import { type Checkpoint, type CheckpointKey, type Claim, OwnershipLost } from '../subscription/ports.ts';
import type { Halt, Position } from '../types.ts';
import type { Leased, LeaseKeeper } from './lease-keeper.ts';
import { identifier } from './sql/identifiers.ts';
import { queryOn } from './transaction.ts';

export interface CheckpointOptions {
  readonly pool: pg.Pool;
  /** Schema of the consumer's tables. */
  readonly schema: string;
  readonly key: CheckpointKey;
  readonly owner: string;
  readonly leaseMs: number;
  readonly leases: LeaseKeeper;
}

/**
 * Takes a checkpoint that is new or whose lease has run out. `start` counts only if no checkpoint exists yet. One that is
 * halted is taken only if `isNew`: a process that has just started may be the one that can handle the event.
 */
export async function claimCheckpoint(options: CheckpointOptions, start: Position, isNew: boolean): Promise<Claim> {
  // Checking first keeps a process that stands by from writing every second.
  const whileHeld = { isNew, isAny: false };
  const claim =
    (await heldAt(options, whileHeld)) ??
    (await take(options, start, isNew)) ??
    (await heldAt(options, { ...whileHeld, isAny: true }));
  if (claim === undefined) throw new TypeError('a checkpoint that could not be taken must have an owner');
  return claim;
}

async function take(options: CheckpointOptions, start: Position, isNew: boolean): Promise<Claim | undefined> {
  const { pool, schema, owner, leaseMs, leases } = options;
  const { consumer, source, shard } = options.key;
  const { rows } = await pool.query<{ position: Position; epoch: string }>(
    `insert into ${identifier(schema)}.checkpoints as c (consumer, source, shard, position, owner, epoch, leased_until)
     values ($1, $2, $3, $4, $5, 1, clock_timestamp() + $6 * interval '1 millisecond')
     on conflict (consumer, source, shard) do update
       set owner = excluded.owner, epoch = c.epoch + 1, leased_until = excluded.leased_until,
         updated_at = clock_timestamp(), halt = null
       where c.leased_until <= clock_timestamp() and (c.halt is null or $7)
     returning c.position, c.epoch::text as epoch`,
    [consumer, source, shard, start, owner, leaseMs, isNew],
  );
  const [mine] = rows;
  if (mine === undefined) return undefined;
  const checkpoint = new PostgresCheckpoint(options, mine.epoch, mine.position);
  leases.keep(checkpoint);
  return { checkpoint };
}

/** Where it is held: by a lease, by a halt unless the caller is new, or in any case. */
async function heldAt(
  options: CheckpointOptions,
  { isNew, isAny }: { readonly isNew: boolean; readonly isAny: boolean },
): Promise<Claim | undefined> {
  const { consumer, source, shard } = options.key;
  const { rows } = await options.pool.query<{ position: Position; is_halted: boolean }>(
    `select position, halt is not null as is_halted from ${identifier(options.schema)}.checkpoints
     where consumer = $1 and source = $2 and shard = $3
       and (leased_until > clock_timestamp() or (halt is not null and not $4) or $5)`,
    [consumer, source, shard, isNew, isAny],
  );
  const [row] = rows;
  return row && { heldAt: row.position, isHalted: row.is_halted };
}

class PostgresCheckpoint implements Checkpoint, Leased {
  readonly key: CheckpointKey;
  readonly epoch: string;
  readonly #options: CheckpointOptions;
  readonly #table: string;
  /** Where a transaction that is still open would leave it. */
  readonly #pending = new WeakMap<Knex.Transaction, Position>();
  position: Position;
  /** Set by the lease keeper; the loop notices at its next check. */
  isLost = false;

  constructor(options: CheckpointOptions, epoch: string, position: Position) {
    this.#options = options;
    this.#table = `${identifier(options.schema)}.checkpoints`;
    this.key = options.key;
    this.epoch = epoch;
    this.position = position;
  }

  async move(to: Position, tx?: Knex.Transaction): Promise<void> {
    const from = (tx && this.#pending.get(tx)) ?? this.position;
    const { consumer, source, shard } = this.key;
    const text = `update ${this.#table} set position = $1, updated_at = clock_timestamp()
      where consumer = $2 and source = $3 and shard = $4 and position = $5 and epoch = $6::bigint`;
    const values = [to, consumer, source, shard, from, this.epoch];
    const { rowCount } = await (tx ? queryOn(tx, text, values) : this.#options.pool.query(text, values));
    if (rowCount !== 1) throw new OwnershipLost();
    const arrive = () => {
      this.position = to;
    };
    if (tx === undefined) return arrive();
    this.#pending.set(tx, to);
    afterCommit(tx, arrive);
  }

  async reload(): Promise<void> {
    const { consumer, source, shard } = this.key;
    const { rows } = await this.#options.pool.query<{ position: Position }>(
      `select position from ${this.#table}
       where consumer = $1 and source = $2 and shard = $3 and epoch = $4::bigint`,
      [consumer, source, shard, this.epoch],
    );
    const [row] = rows;
    if (row === undefined) throw new OwnershipLost();
    this.position = row.position;
  }

  async release(): Promise<void> {
    this.#options.leases.forget(this);
    await this.#leave(null);
  }

  async halt(on: Halt | undefined): Promise<void> {
    await this.#leave(JSON.stringify(on ?? {}));
    this.#options.leases.forget(this);
  }

  async #leave(halt: string | null): Promise<void> {
    const { consumer, source, shard } = this.key;
    await this.#options.pool.query(
      `update ${this.#table} set leased_until = clock_timestamp(), halt = $5::jsonb
       where consumer = $1 and source = $2 and shard = $3 and epoch = $4::bigint`,
      [consumer, source, shard, this.epoch, halt],
    );
  }
}
