import { createPostgresEventStore, knexOn, surviveLostConnections } from '@onceover/event-store';
import { openAppPool } from '@onceover/postgres-kit/app-connection';
import { loadConfig } from '@onceover/service-kit/config';
import { newId } from '@onceover/service-kit/ids';
import { createTestDatabase } from '@onceover/testing/database';
import { type FakeClock, fakeClock } from '@onceover/testing/fake-clock';
import type pg from 'pg';
import { accountKeysFrom } from '../adapters/crypto/account-keys.ts';
import { createSubjectCipher } from '../adapters/crypto/subject-cipher.ts';
import { accountsSchema } from '../adapters/postgres/schema.ts';
import { createSubjectVault } from '../adapters/postgres/subject-vault.ts';
import type { AccountsBase } from '../adapters.ts';
import { accountsConfig } from '../config.ts';
import { migrateAccounts } from '../service.ts';

/** What parts of the service are made from, on a database of their own, with a clock that the test moves. */
export interface TestFoundation extends AsyncDisposable {
  readonly foundation: AccountsBase;
  readonly clock: FakeClock;
  /** As the owner of the tables: for looking and for ageing rows. */
  rows<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** A pool of one connection, with the rights of the service. */
  session(): pg.Pool;
  /** An account that never signed up: its row and its key, nothing else. */
  anAccount(change?: {
    readonly email?: string;
    readonly planId?: string;
    readonly isVerified?: boolean;
  }): Promise<string>;
}

export async function startTestFoundation(env: Readonly<Record<string, string>> = {}): Promise<TestFoundation> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase({ template: 'accounts', migrate: migrateAccounts }));
  const poolOf = (max: number) => poolOn(database.address, max);
  const pool = stack.adopt(poolOf(8), (open) => open.end());
  const owner = database.pool();
  const clock = fakeClock();
  const keys = accountKeysFrom(Buffer.alloc(32, 7));
  const cipher = createSubjectCipher(keys);
  const events = createPostgresEventStore({ pool, schema: 'accounts', service: 'accounts' });
  await events.openLog();
  const { accounts: config } = loadConfig({ accounts: accountsConfig }, env);
  const foundation: AccountsBase = {
    config,
    deps: { ask: () => Promise.reject(new Error('nobody answers')) },
    pool,
    knex: knexOn(pool),
    ...{ events, jobsSchema: 'accounts_jobs' },
    keys,
    clock,
    vault: createSubjectVault(pool, cipher),
  };
  const disposing = stack.move();
  return {
    session: () => disposing.adopt(poolOf(1), (open) => open.end()),
    foundation,
    clock,
    rows: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await owner.query<Row>(text, values)).rows,
    async anAccount({ email = `${newId()}@example.com`, planId = 'identity', isVerified = true } = {}) {
      const accountRef = newId();
      const { wrappedKey, email: sealed } = cipher.sealSubject(accountRef, email);
      await owner.query(
        `insert into accounts.account (account_ref, email_hash, plan_id, mail_locale, is_verified, digest, salt, created)
         values ($1, $2, $3, 'en', $4, '', '', $5)`,
        [accountRef, keys.keyedHash('email', email), planId, isVerified, clock.now()],
      );
      const pii = 'insert into accounts.subject_pii (account_ref, wrapped_key, email) values ($1, $2, $3)';
      await owner.query(pii, [accountRef, wrappedKey, sealed]);
      return accountRef;
    },
    [Symbol.asyncDispose]: () => disposing.disposeAsync(),
  };
}

function poolOn(address: pg.PoolConfig, max: number): pg.Pool {
  const pool = openAppPool(address, { role: accountsSchema.appRole, name: 'accounts test', max });
  surviveLostConnections(pool);
  return pool;
}
