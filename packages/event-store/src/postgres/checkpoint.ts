import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type pg from 'pg';
import { afterCommit } from '../subscription/after-commit.ts';
import {
  type Checkpoint,
  type CheckpointKey,
  type Claim,
  type Claimant,
  OwnershipLost,
} from '../subscription/ports.ts';
import type { Bookmark, Halt, Position } from '../types.ts';
import { type Leased, LeaseKeeper, type LeaseOptions } from './lease-keeper.ts';
import { identifier } from './sql/identifiers.ts';
import { queryOn } from './transaction.ts';

/** The checkpoints of one schema, as one process claims them. */
export interface Checkpoints {
  /** How long a process that died keeps its consumers, in milliseconds. */
  readonly leaseMs: number;
  /** Takes a checkpoint that is new or whose lease has run out. `start` counts only if no checkpoint exists yet. */
  claim(key: CheckpointKey, start: Position, claimant: Claimant): Promise<Claim>;
}

export type CheckpointsOptions = Pick<LeaseOptions, 'pool' | 'schema' | 'onError'> &
  Partial<Pick<LeaseOptions, 'leaseMs'>>;

/** Claims checkpoints for this process, and renews their leases while it lives. */
export function createCheckpoints({ pool, schema, leaseMs = 10_000, onError }: CheckpointsOptions): Checkpoints {
  const owner = randomUUID();
  const leases = new LeaseKeeper({ pool, schema, leaseMs, onError });
  return {
    leaseMs,
    async claim(key, start, claimant) {
      const options = { pool, schema, key, owner, leaseMs, leases };
      // Checking first keeps a process that stands by from writing every second.
      const claim =
        (await heldAt(options, { ...claimant, isAny: false })) ??
        (await take(options, start, claimant)) ??
        (await heldAt(options, { ...claimant, isAny: true }));
      if (claim === undefined) throw new TypeError('a checkpoint that could not be taken must have an owner');
      return claim;
    },
  };
}

interface CheckpointOptions {
  readonly pool: pg.Pool;
  readonly schema: string;
  readonly key: CheckpointKey;
  readonly owner: string;
  readonly leaseMs: number;
  readonly leases: LeaseKeeper;
}

interface TakenRow {
  readonly position: Position;
  readonly epoch: string;
  readonly cluster: string | null;
  readonly offset: string | null;
}

async function take(
  options: CheckpointOptions,
  start: Position,
  { isNew, isAssigned = false }: Claimant,
): Promise<Claim | undefined> {
  const { pool, schema, owner, leaseMs, leases } = options;
  const { consumer, source, shard } = options.key;
  const { rows } = await pool.query<TakenRow>(
    `insert into ${identifier(schema)}.checkpoints as c (consumer, source, shard, position, owner, epoch, leased_until)
     values ($1, $2, $3, $4, $5, 1, clock_timestamp() + $6 * interval '1 millisecond')
     on conflict (consumer, source, shard) do update
       set owner = excluded.owner, epoch = c.epoch + 1, leased_until = excluded.leased_until,
         updated_at = clock_timestamp(), halt = null
       where (c.leased_until <= clock_timestamp() or $8) and (c.halt is null or $7)
     returning c.position, c.epoch::text as epoch, c.cluster, c.topic_offset::text as offset`,
    [consumer, source, shard, start, owner, leaseMs, isNew, isAssigned],
  );
  const [mine] = rows;
  if (mine === undefined) return undefined;
  const checkpoint = new PostgresCheckpoint(options, mine);
  leases.keep(checkpoint);
  return { checkpoint };
}

/** Where it is held: by a lease, by a halt unless the caller is new, or in any case. */
async function heldAt(
  options: CheckpointOptions,
  { isNew, isAssigned = false, isAny }: Claimant & { readonly isAny: boolean },
): Promise<Claim | undefined> {
  const { consumer, source, shard } = options.key;
  const { rows } = await options.pool.query<{ position: Position; is_halted: boolean }>(
    `select position, halt is not null as is_halted from ${identifier(options.schema)}.checkpoints
     where consumer = $1 and source = $2 and shard = $3
       and ((leased_until > clock_timestamp() and not $6) or (halt is not null and not $4) or $5)`,
    [consumer, source, shard, isNew, isAny, isAssigned],
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
  bookmark: Bookmark | undefined;
  /** Set by the lease keeper; the loop notices at its next check. */
  isLost = false;

  constructor(options: CheckpointOptions, { epoch, position, cluster, offset }: TakenRow) {
    this.#options = options;
    this.#table = `${identifier(options.schema)}.checkpoints`;
    this.key = options.key;
    this.epoch = epoch;
    this.position = position;
    this.bookmark = cluster === null || offset === null ? undefined : { cluster, offset };
  }

  async move(to: Position, tx?: Knex.Transaction, bookmark?: Bookmark): Promise<void> {
    const from = (tx && this.#pending.get(tx)) ?? this.position;
    const { consumer, source, shard } = this.key;
    const text = `update ${this.#table} set position = $1, updated_at = clock_timestamp(), cluster = $7, topic_offset = $8
      where consumer = $2 and source = $3 and shard = $4 and position = $5 and epoch = $6::bigint`;
    const place = [bookmark?.cluster ?? null, bookmark?.offset ?? null];
    const values = [to, consumer, source, shard, from, this.epoch, ...place];
    const { rowCount } = await (tx ? queryOn(tx, text, values) : this.#options.pool.query(text, values));
    if (rowCount !== 1) throw new OwnershipLost();
    const arrive = () => {
      this.position = to;
      this.bookmark = bookmark;
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
