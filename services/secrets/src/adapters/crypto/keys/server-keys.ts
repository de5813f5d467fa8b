import { wipe } from '@onceover/service-kit/crypto';
import { opensKeyCheck, pepperFrom } from './key-check.ts';
import type { KeyFiles } from './key-files.ts';
import type { Queryable } from './key-session.ts';
import { type KeyCheckRow, readKeyChecks } from './key-tables.ts';
import { NumberedKeys } from './numbered-keys.ts';

/** The lasting keys in memory: accepted versions of the key-encryption key, and the pepper. */
export class ServerKeys {
  readonly #db: Queryable;
  readonly #files: KeyFiles;
  readonly #keks = new NumberedKeys();
  pepper: Buffer | null = null;

  constructor(db: Queryable, files: KeyFiles) {
    this.#db = db;
    this.#files = files;
  }

  kek(version: number): Buffer | undefined {
    return this.#keks.get(version);
  }

  /** The newest version that is loaded: what the next epoch is made with. */
  get newestKek(): number | null {
    const versions = this.#keks.entries().map(([version]) => version);
    return versions.length === 0 ? null : Math.max(...versions);
  }

  /**
   * Loads the versions the table names whose key opens its check, and the pepper. Null when there is a version and the
   * pepper; else why not.
   */
  async load(): Promise<string | null> {
    const checks = await readKeyChecks(this.#db);
    this.#keks.keepOnly(new Set(checks.map((check) => check.v)));
    for (const check of checks) await this.#loadVersion(check);
    const [newest] = checks;
    if (newest === undefined) return 'the database names no key-encryption key';
    return this.newestKek === null ? this.reasonWithout(newest.v) : await this.#loadPepper(newest);
  }

  /** Why it does not go without this version. */
  reasonWithout(version: number): string {
    return `${this.#files.kekPlace} does not hold the key-encryption key this database uses (version ${version})`;
  }

  wipe(): void {
    this.#keks.keepOnly(new Set());
    wipe(this.pepper);
    this.pepper = null;
  }

  async #loadVersion(check: KeyCheckRow): Promise<void> {
    if (this.#keks.has(check.v)) return;
    const kek = await this.#files.readKek(check.v);
    if (kek === null) return;
    if (opensKeyCheck('kek', kek, check.v, check.kekBox)) this.#keks.put(check.v, kek);
    else wipe(kek);
  }

  async #loadPepper(check: KeyCheckRow): Promise<string | null> {
    if (this.pepper !== null) return null;
    const root = await this.#files.readRoot();
    if (root === null) return 'the root of the pepper (root.key) is missing';
    const isRight = opensKeyCheck('root', root, check.v, check.rootBox);
    if (isRight) this.pepper = pepperFrom(root);
    wipe(root);
    return isRight ? null : 'root.key is not the one this database was made with';
  }
}
