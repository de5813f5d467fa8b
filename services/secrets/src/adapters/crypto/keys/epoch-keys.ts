import { wipe } from '@onceover/service-kit/crypto';
import { deriveEpochKey } from '../sealing/under-epoch.ts';
import { opensCanary } from './epoch-canary.ts';
import type { KeyFiles } from './key-files.ts';
import type { Queryable } from './key-session.ts';
import { type EpochRow, readLivingEpochs } from './key-tables.ts';
import { NumberedKeys } from './numbered-keys.ts';
import type { ServerKeys } from './server-keys.ts';

/** A part of the ring after loading: the number of its current key, or why there is none. */
export type Loaded = { readonly current: number } | { readonly reason: string };

/**
 * The keys of the current and the retiring epoch in memory, derived once for each. The erasable keys themselves are not
 * kept.
 */
export class EpochKeys {
  readonly #db: Queryable;
  readonly #files: KeyFiles;
  readonly #server: ServerKeys;
  readonly #keys = new NumberedKeys();
  readonly #keyIds = new Map<number, string>();
  /** Current and retiring epochs whose key could not be derived. */
  missing: readonly number[] = [];
  /** The epoch new rows use, if its key is loaded; also while sealed for want of another key, as rotation goes on then. */
  current: number | null = null;

  constructor(db: Queryable, files: KeyFiles, server: ServerKeys) {
    this.#db = db;
    this.#files = files;
    this.#server = server;
  }

  get(epoch: number): Buffer | undefined {
    return this.#keys.get(epoch);
  }

  entries(): readonly (readonly [number, Buffer])[] {
    return this.#keys.entries();
  }

  /** What the table names, for `load`. The key-encryption keys must be loaded between, so that those it names are there. */
  async read(): Promise<readonly EpochRow[]> {
    return (await readLivingEpochs(this.#db)).filter((row) => row.state !== 'destroying');
  }

  /** Derives the keys of these epochs and wipes all others. */
  async load(rows: readonly EpochRow[]): Promise<Loaded> {
    this.#keys.keepOnly(
      new Set(rows.flatMap((row) => (this.#keyIds.get(row.e) === row.keyId ? [row.e] : []))), // a restore reuses numbers
    );
    for (const row of rows) await this.#loadEpoch(row);
    this.missing = rows.filter((row) => !this.#keys.has(row.e)).map((row) => row.e);
    const current = rows.find((row) => row.state === 'current');
    this.current = current !== undefined && this.#keys.has(current.e) ? current.e : null;
    if (current === undefined) return { reason: 'the database names no current epoch' };
    if (this.current !== null) return { current: this.current };
    if (this.#server.kek(current.v) === undefined) return { reason: this.#server.reasonWithout(current.v) };
    return { reason: `the key of the current epoch (${current.e}) is missing` };
  }

  wipe(): void {
    this.current = null;
    this.#keys.keepOnly(new Set());
  }

  async #loadEpoch(row: EpochRow): Promise<void> {
    const kek = this.#server.kek(row.v);
    if (kek === undefined || this.#keys.has(row.e)) return;
    const erasable = await this.#files.readEpochKey(row.keyId);
    if (erasable === null) return;
    const key = deriveEpochKey(row.e, erasable, kek);
    wipe(erasable);
    if (opensCanary(row, key, row.canary)) {
      this.#keys.put(row.e, key);
      this.#keyIds.set(row.e, row.keyId);
    } else wipe(key); // damaged, or just being overwritten
  }
}
