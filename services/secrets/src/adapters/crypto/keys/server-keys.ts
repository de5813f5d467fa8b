import type { KeyStore } from '@onceover/key-store';
import { wipe } from '@onceover/service-kit/crypto';
import type { Queryable } from './key-session.ts';
import { type KeyCheckRow, readKeyChecks } from './key-tables.ts';

/** The lasting keys: which versions of the key-encryption key are there and right, and the pepper in memory. */
export class ServerKeys {
  readonly #db: Queryable;
  readonly #store: KeyStore;
  #keks: ReadonlySet<number> = new Set();
  pepper: Buffer | null = null;

  constructor(db: Queryable, store: KeyStore) {
    this.#db = db;
    this.#store = store;
  }

  /** Whether the store has this version, and it is the one that the database uses. */
  hasKek(version: number): boolean {
    return this.#keks.has(version);
  }

  /** The newest version that is right: what the next epoch is made with. */
  get newestKek(): number | null {
    return this.#keks.size === 0 ? null : Math.max(...this.#keks);
  }

  /**
   * Checks the versions that the table names and that were not checked yet, and loads the pepper. Null when there is a
   * version and the pepper; else why not.
   */
  async load(): Promise<string | null> {
    const checks = await readKeyChecks(this.#db);
    const right = new Set<number>();
    for (const check of checks) if (await this.#isRight(check)) right.add(check.v);
    this.#keks = right;
    const [newest] = checks;
    if (newest === undefined) return 'the database names no key-encryption key';
    return this.newestKek === null ? this.reasonWithout(newest.v) : await this.#loadPepper(newest);
  }

  /** Why it does not go without this version. */
  reasonWithout(version: number): string {
    return `${this.#store.kekPlace} does not hold the key-encryption key this database uses (version ${version})`;
  }

  wipe(): void {
    this.#keks = new Set();
    wipe(this.pepper);
    this.pepper = null;
  }

  async #isRight({ v, kekBox }: KeyCheckRow): Promise<boolean> {
    return this.#keks.has(v) || (await this.#store.opensCheck({ kind: 'kek', version: v }, v, kekBox)) === true;
  }

  async #loadPepper({ v, rootBox }: KeyCheckRow): Promise<string | null> {
    if (this.pepper !== null) return null;
    const isRight = await this.#store.opensCheck({ kind: 'root' }, v, rootBox);
    if (isRight === false) return 'root.key is not the one this database was made with';
    this.pepper = isRight === null ? null : await this.#store.pepper();
    return this.pepper === null ? 'the root of the pepper (root.key) is missing' : null;
  }
}
