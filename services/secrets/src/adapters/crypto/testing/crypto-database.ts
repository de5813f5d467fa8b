import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { openAppKnex } from '@onceover/postgres-kit/app-connection';
import { claimKeysDirectory } from '@onceover/postgres-kit/claim-keys-directory';
import { migrateSchema } from '@onceover/postgres-kit/migrate';
import { createTestDatabase } from '@onceover/testing/database';
import type pg from 'pg';
import { secretsSchema } from '../../postgres/schema.ts';
import { type CryptoOptions, createCrypto, type SecretsCrypto } from '../create-crypto.ts';

/** A migrated database and a keys directory, both of this test's own. */
export interface CryptoDatabase extends AsyncDisposable {
  readonly keysDir: string;
  /** As the owner of the tables. */
  readonly owner: pg.Pool;
  /** What the opened ones logged. */
  readonly logged: { readonly level: string; readonly message: string; readonly fields: object }[];
  /** What one more process would open the keys with, also an operator's command. */
  options(change?: Partial<CryptoOptions>): CryptoOptions;
  /** Opens the keys as one more process would; closed with the database unless it was closed before. */
  open(options?: Partial<CryptoOptions>): Promise<SecretsCrypto>;
  /** The epochs of the table, oldest first, as `number:state`. */
  epochs(): Promise<string[]>;
  /** The versions of the key-encryption key in the table, oldest first, as `version:state`. */
  keks(): Promise<string[]>;
  /** Names of the files in `kek/`. */
  kekFiles(): string[];
  /** Names of the files in `epoch/`. */
  epochFiles(): string[];
  /** Makes the current epoch older. */
  age(minutes: number): Promise<void>;
}

export async function startCryptoDatabase(): Promise<CryptoDatabase> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(
    await createTestDatabase({ template: 'secrets', migrate: (address) => migrateSchema(address, secretsSchema) }),
  );
  const keysDir = stack.adopt(mkdtempSync(joinPath(tmpdir(), 'onceover-keys-')), (path) =>
    rmSync(path, { recursive: true, force: true }),
  );
  await claimKeysDirectory(database.address, { keysDir });
  const owner = database.pool();
  const logged: CryptoDatabase['logged'] = [];
  const logAs = (level: string) => (fields: object, message: string) => logged.push({ level, message, fields });
  const log = { info: logAs('info'), warn: logAs('warn'), error: logAs('error') } as unknown as NonNullable<
    CryptoOptions['log']
  >;
  const opened = stack.use(new AsyncDisposableStack());
  const disposing = stack.move();
  const options = (change: Partial<CryptoOptions> = {}): CryptoOptions => {
    const knex = opened.adopt(
      openAppKnex(database.address, { role: secretsSchema.appRole, name: 'keys under test', max: 4 }),
      (pool) => pool.destroy(),
    );
    return { knex, keysDir, dataDir: null, kek: null, epochMinutes: 15, log, ...change };
  };
  return {
    keysDir,
    owner,
    logged,
    options,
    open: async (change) => opened.use(await createCrypto(options(change))),
    epochs: () => linesOf(owner, `select e || ':' || state as line from secrets.epoch order by e`),
    keks: () => linesOf(owner, `select v || ':' || state as line from secrets.keycheck order by v`),
    kekFiles: () => readdirSync(joinPath(keysDir, 'kek')).sort(),
    epochFiles: () => readdirSync(joinPath(keysDir, 'epoch')).sort(),
    async age(minutes) {
      await owner.query(
        `update secrets.epoch set created_at = created_at - $1 * interval '1 minute' where state = 'current'`,
        [minutes],
      );
    },
    [Symbol.asyncDispose]: () => disposing.disposeAsync(),
  };
}

async function linesOf(owner: pg.Pool, sql: string): Promise<string[]> {
  const { rows } = await owner.query<{ line: string }>(sql);
  return rows.map((row) => row.line);
}
