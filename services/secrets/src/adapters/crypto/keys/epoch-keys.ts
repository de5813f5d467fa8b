import { wipe } from '@onceover/service-kit/crypto';
import { opensCanary } from './epoch-canary.ts';
import type { KeyFiles } from './key-files.ts';
import { type EpochRow, type Queryable, readLivingEpochs } from './key-tables.ts';
import { NumberedKeys } from './numbered-keys.ts';

/** A part of the ring after loading: the number of its current key, or why there is none. */
export type Loaded = { readonly current: number } | { readonly reason: string };

/** The erasable keys in memory: those of the current and the retiring epoch. */
export class EpochKeys {
  readonly #db: Queryable;
  readonly #files: KeyFiles;
  readonly #keys = new NumberedKeys();
  readonly #keyIds = new Map<number, string>();
  #missing: readonly number[] = [];
  #current: number | null = null;

  constructor(db: Queryable, files: KeyFiles) {
    this.#db = db;
    this.#files = files;
  }

  get(epoch: number): Buffer | undefined {
    return this.#keys.get(epoch);
  }

  entries(): readonly (readonly [number, Buffer])[] {
    return this.#keys.entries();
  }

  /** The epoch new rows use, if its key is loaded. */
  get current(): number | null {
    return this.#current;
  }

  /** Current and retiring epochs whose key could not be loaded. */
  get missing(): readonly number[] {
    return this.#missing;
  }

  /** Loads what the table names and wipes what is neither current nor retiring. */
  async load(): Promise<Loaded> {
    const rows = (await readLivingEpochs(this.#db)).filter((row) => row.state !== 'destroying');
    this.#keys.keepOnly(
      new Set(rows.flatMap((row) => (this.#keyIds.get(row.e) === row.keyId ? [row.e] : []))), // a restore reuses numbers
    );
    for (const row of rows) await this.#loadEpoch(row);
    this.#missing = rows.flatMap((row) => (this.#keys.has(row.e) ? [] : [row.e]));
    const current = rows.find((row) => row.state === 'current');
    this.#current = current !== undefined && this.#keys.has(current.e) ? current.e : null;
    if (current === undefined) return { reason: 'the database names no current epoch' };
    if (this.#current !== null) return { current: this.#current };
    return { reason: `the key of the current epoch (${current.e}) is missing` };
  }

  wipe(): void {
    this.#current = null;
    this.#keys.keepOnly(new Set());
  }

  async #loadEpoch(row: EpochRow): Promise<void> {
    if (this.#keys.has(row.e)) return;
    const key = await this.#files.readEpochKey(row.keyId);
    if (key === null) return;
    if (opensCanary(row, key, row.canary)) {
      this.#keys.put(row.e, key);
      this.#keyIds.set(row.e, row.keyId);
    } else wipe(key); // damaged, or just being overwritten
  }
}
