import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { openFileKeyStore } from '@onceover/key-store/file';
import { openAppPool } from '@onceover/postgres-kit/app-connection';
import { claimKeysDirectory } from '@onceover/postgres-kit/claim-keys-directory';
import { migrateSchema } from '@onceover/postgres-kit/migrate';
import { createTestDatabase } from '@onceover/testing/database';
import type pg from 'pg';
import { secretsSchema } from '../../postgres/schema.ts';
import { type CryptoOptions, createCrypto } from '../create-crypto.ts';
import type { KeyLog } from '../epochs/epoch-steps.ts';

export type CryptoDatabase = Awaited<ReturnType<typeof startCryptoDatabase>>;

/** What differs from a file key store in the directory of the test. */
type CryptoChange = Partial<
  CryptoOptions & { readonly keysDir: string; readonly dataDir: string; readonly kek: string }
>;

/** A migrated database and a keys directory, both of this test's own. */
export async function startCryptoDatabase() {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(
    await createTestDatabase({ template: 'secrets', migrate: (address) => migrateSchema(address, secretsSchema) }),
  );
  const keysDir = stack.adopt(mkdtempSync(joinPath(tmpdir(), 'onceover-keys-')), (path) =>
    rmSync(path, { recursive: true, force: true }),
  );
  await claimKeysDirectory(database.address, { keysDir });
  const owner = database.pool();
  const logged: { readonly level: string; readonly message: string; readonly fields: object }[] = [];
  const logAs = (level: string) => (fields: object, message: string) => logged.push({ level, message, fields });
  const log = { info: logAs('info'), warn: logAs('warn'), error: logAs('error') } as unknown as KeyLog;
  const opened = stack.use(new AsyncDisposableStack());
  const disposing = stack.move();
  /** What one more process would open the keys with, also an operator's command. */
  const options = (change: CryptoChange = {}): CryptoOptions => {
    const pool = opened.adopt(
      openAppPool(database.address, { role: secretsSchema.appRole, name: 'keys under test', max: 4 }),
      (open) => open.end(),
    );
    const { keysDir: place = keysDir, dataDir = null, kek = null, ...others } = change;
    const openStore = () => openFileKeyStore({ keysDir: place, dataDir, givenKek: kek });
    return { pool, openStore, epochMinutes: 15, log, ...others };
  };
  return {
    keysDir,
    /** As the owner of the tables. */
    owner,
    logged,
    options,
    /** Opens the keys as one more process would; closed with the database unless it was closed before. */
    open: async (change?: CryptoChange) => opened.use(await createCrypto(options(change))),
    /** The epochs of the table, oldest first, as `number:state`. */
    epochs: () => linesOf(owner, `select e || ':' || state as line from secrets.epoch order by e`),
    /** The versions of the key-encryption key in the table, oldest first, as `version:state`. */
    keks: () => linesOf(owner, `select v || ':' || state as line from secrets.keycheck order by v`),
    kekFiles: () => readdirSync(joinPath(keysDir, 'kek')).sort(),
    epochFiles: () => readdirSync(joinPath(keysDir, 'epoch')).sort(),
    async age(minutes: number) {
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
