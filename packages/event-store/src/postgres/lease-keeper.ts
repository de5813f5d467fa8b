import type pg from 'pg';
import type { CheckpointKey } from '../subscription/ports.ts';
import { identifier } from './sql/identifiers.ts';

export interface LeaseOptions {
  readonly pool: pg.Pool;
  /** Schema of the consumers' tables. */
  readonly schema: string;
  /** How long a process that died keeps its consumers, in milliseconds. Default 10,000. */
  readonly leaseMs: number;
  readonly onError: (error: unknown) => void;
}

export interface Leased {
  readonly key: CheckpointKey;
  readonly epoch: string;
  isLost: boolean;
}

/** Renews the leases of everything one source owns, in one statement, three times per lease. */
export class LeaseKeeper {
  readonly #options: LeaseOptions;
  readonly #kept = new Set<Leased>();
  readonly #sql: string;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#sql = renewalSql(options.schema);
  }

  keep(checkpoint: Leased): void {
    this.#kept.add(checkpoint);
    this.#timer ??= this.#next();
  }

  forget(checkpoint: Leased): void {
    this.#kept.delete(checkpoint);
    if (this.#kept.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #next(): NodeJS.Timeout {
    return setTimeout(() => void this.#renew(), this.#options.leaseMs / 3).unref();
  }

  /** While the database is down nobody else can take over either; a lease that ran out unclaimed is simply renewed. */
  async #renew(): Promise<void> {
    const kept = [...this.#kept];
    try {
      const { rows } = await this.#options.pool.query<{ place: number }>(this.#sql, [
        kept.map(({ key }) => key.consumer),
        kept.map(({ key }) => key.source),
        kept.map(({ key }) => key.shard),
        kept.map(({ epoch }) => epoch),
        this.#options.leaseMs,
      ]);
      const renewed = new Set(rows.map(({ place }) => place));
      for (const [index, checkpoint] of kept.entries()) {
        if (renewed.has(index + 1)) continue;
        checkpoint.isLost = true;
        this.#kept.delete(checkpoint);
      }
    } catch (error) {
      this.#options.onError(error);
    }
    clearTimeout(this.#timer);
    this.#timer = this.#kept.size > 0 ? this.#next() : undefined;
  }
}

/** Locks the rows in the order of their shards, as whoever acknowledges several does, so that neither waits for the other. */
function renewalSql(schema: string): string {
  const checkpoints = `${identifier(schema)}.checkpoints`;
  return `
    with kept as materialized (
      select c.consumer, c.source, c.shard, mine.place
      from ${checkpoints} c
      join unnest($1::text[], $2::text[], $3::int[], $4::bigint[]) with ordinality
        as mine(consumer, source, shard, epoch, place)
        on c.consumer = mine.consumer and c.source = mine.source and c.shard = mine.shard and c.epoch = mine.epoch
      order by c.consumer, c.source, c.shard
      for update of c
    )
    update ${checkpoints} c set leased_until = clock_timestamp() + $5 * interval '1 millisecond'
    from kept where c.consumer = kept.consumer and c.source = kept.source and c.shard = kept.shard
    returning kept.place::int as place`;
}
