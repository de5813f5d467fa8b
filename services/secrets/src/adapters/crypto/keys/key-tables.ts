import { databaseFailure } from '@onceover/postgres-kit/database-failure';
import type { Knex } from 'knex';

export type EpochState = 'current' | 'retiring' | 'destroying' | 'destroyed' | 'lost';

/** A row of `secrets.epoch`. */
export interface EpochRow {
  readonly e: number;
  readonly keyId: string;
  /** The version of the key-encryption key that takes part in the epoch's key. */
  readonly v: number;
  readonly state: EpochState;
  readonly canary: Buffer;
  /** By the database clock, when it was read. */
  readonly ageSeconds: number;
}

/** A row of `secrets.keycheck` whose version may be used. */
export interface KeyCheckRow {
  readonly v: number;
  readonly kekBox: Buffer;
  readonly rootBox: Buffer;
}

/** Whatever reads: a pool, a transaction, or the one connection that holds the rotator lock. */
export interface Queryable {
  query<Row>(sql: string): Promise<readonly Row[]>;
}

/** A pool or transaction of knex as a `Queryable`. An outage is an `OutageError`. */
export function queryableOf(knex: Knex | Knex.Transaction): Queryable {
  return {
    async query<Row>(sql: string) {
      try {
        const result = await knex.raw<{ rows: Row[] }>(sql);
        return result.rows;
      } catch (error) {
        throw databaseFailure(error);
      }
    },
  };
}

/** Epochs whose key is, or may still be, somewhere: current, retiring, destroying; oldest first. */
export async function readLivingEpochs(db: Queryable): Promise<readonly EpochRow[]> {
  return db.query<EpochRow>(
    `select epoch.e, epoch.key_id as "keyId", epoch.v, epoch.state, epoch.canary,
            extract(epoch from clock_timestamp() - epoch.created_at)::float8 as "ageSeconds"
     from secrets.epoch where epoch.state in ('current', 'retiring', 'destroying') order by epoch.e`,
  );
}

/** Versions of the key-encryption key that may be used, the newest first. */
export async function readKeyChecks(db: Queryable): Promise<readonly KeyCheckRow[]> {
  return db.query<KeyCheckRow>(
    `select keycheck.v, keycheck.kek_box as "kekBox", keycheck.root_box as "rootBox"
     from secrets.keycheck where keycheck.state = 'accepted' order by keycheck.v desc`,
  );
}
