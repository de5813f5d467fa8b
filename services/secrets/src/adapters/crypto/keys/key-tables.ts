import type { KeyStore } from '@onceover/key-store';
import type { Queryable } from './key-session.ts';

export interface EpochRow {
  readonly e: number;
  readonly keyId: string;
  /** The version of the key-encryption key that takes part in the epoch's key. */
  readonly v: number;
  readonly state: 'current' | 'retiring' | 'destroying';
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

/** Epochs whose key is, or may still be, somewhere: current, retiring, destroying; oldest first. */
export async function readLivingEpochs(db: Queryable): Promise<readonly EpochRow[]> {
  return db.query<EpochRow>(
    `select epoch.e, epoch.key_id as "keyId", epoch.v, epoch.state, epoch.canary,
            extract(epoch from clock_timestamp() - epoch.created_at)::float8 as "ageSeconds"
     from secrets.epoch where epoch.state in ('current', 'retiring', 'destroying') order by epoch.e`,
  );
}

/** Versions of the key-encryption key that may be used, the newest first, with their ages by the database clock. */
export async function readKeyChecks(db: Queryable) {
  return db.query<KeyCheckRow & { readonly ageSeconds: number }>(
    `select keycheck.v, keycheck.kek_box as "kekBox", keycheck.root_box as "rootBox",
            extract(epoch from clock_timestamp() - keycheck.created_at)::float8 as "ageSeconds"
     from secrets.keycheck where keycheck.state = 'accepted' order by keycheck.v desc`,
  );
}

/** Which keys there are, by number and age, the newest first; never a key. */
export async function readKeyHealth(db: Queryable) {
  const [epochs, keks] = await Promise.all([readLivingEpochs(db), readKeyChecks(db)]);
  return {
    epochs: epochs
      .toReversed()
      .map(({ e, state, ageSeconds }) => ({ number: e, state, ageSeconds: Math.round(ageSeconds) })),
    keks: keks.map(({ v, ageSeconds }) => ({ version: v, ageSeconds: Math.round(ageSeconds) })),
  };
}

/** The checks of a version of the key-encryption key and, under it, of the root; both are there. */
export async function sealKeyChecks(store: KeyStore, v: number): Promise<KeyCheckRow> {
  const kekBox = await store.sealCheck({ kind: 'kek', version: v }, v);
  return { v, kekBox, rootBox: await store.sealCheck({ kind: 'root' }, v) };
}

/** From now on this version may be used; its checks tell its key and the root from others. */
export async function acceptKek(db: Queryable, { v, kekBox, rootBox }: KeyCheckRow): Promise<void> {
  await db.query(`insert into secrets.keycheck (v, state, kek_box, root_box) values ($1, 'accepted', $2, $3)`, [
    v,
    kekBox,
    rootBox,
  ]);
}
