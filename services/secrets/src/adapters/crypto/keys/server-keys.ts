import { wipe } from '@onceover/service-kit/crypto';
import type { Loaded } from './epoch-keys.ts';
import { opensKeyCheck, pepperFrom } from './key-check.ts';
import type { KeyFiles, KeySource } from './key-files.ts';
import { type KeyCheckRow, type Queryable, readKeyChecks } from './key-tables.ts';
import { NumberedKeys } from './numbered-keys.ts';

/** The lasting keys in memory: accepted versions of the key-encryption key, and the pepper. */
export class ServerKeys {
  readonly #db: Queryable;
  readonly #files: KeyFiles;
  readonly #source: KeySource;
  readonly #keks = new NumberedKeys();
  #pepper: Buffer | null = null;

  constructor(db: Queryable, files: KeyFiles, source: KeySource) {
    this.#db = db;
    this.#files = files;
    this.#source = source;
  }

  kek(version: number): Buffer | undefined {
    return this.#keks.get(version);
  }

  get pepper(): Buffer | null {
    return this.#pepper;
  }

  /** Loads the versions the table names whose key opens its check, and the pepper. */
  async load(): Promise<Loaded> {
    const checks = await readKeyChecks(this.#db);
    this.#keks.keepOnly(new Set(checks.map((check) => check.v)));
    for (const check of checks) await this.#loadVersion(check);
    const [current] = checks;
    if (current?.state !== 'current') return { reason: 'the database names no current key-encryption key' };
    if (!this.#keks.has(current.v)) {
      return {
        reason: `${this.#source.name} does not hold the key-encryption key this database was made with (version ${current.v})`,
      };
    }
    const problem = await this.#loadPepper(current);
    return problem === null ? { current: current.v } : { reason: problem };
  }

  wipe(): void {
    this.#keks.keepOnly(new Set());
    wipe(this.#pepper);
    this.#pepper = null;
  }

  async #loadVersion(check: KeyCheckRow): Promise<void> {
    if (this.#keks.has(check.v)) return;
    const kek = await this.#source.kek(check.v);
    if (kek === null) return;
    if (opensKeyCheck('kek', kek, check.v, check.kekBox)) this.#keks.put(check.v, kek);
    else wipe(kek);
  }

  async #loadPepper(check: KeyCheckRow): Promise<string | null> {
    if (this.#pepper !== null) return null;
    const root = await this.#files.readRoot();
    if (root === null) return 'the root of the pepper (root.key) is missing';
    const isRight = opensKeyCheck('root', root, check.v, check.rootBox);
    if (isRight) this.#pepper = pepperFrom(root);
    wipe(root);
    return isRight ? null : 'root.key is not the one this database was made with';
  }
}
