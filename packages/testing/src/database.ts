import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgresServer } from '@onceover/postgres-server';
import pg from 'pg';
import { inject } from 'vitest';
import { FORGETFUL } from './server-settings.ts';
import type { TestServer } from './test-server.ts';

export type DatabaseAddress = TestServer;

export interface TestDatabase extends AsyncDisposable {
  readonly address: DatabaseAddress;
  /** A pool that ends together with this object, so that the database can be dropped. */
  pool(options?: pg.PoolConfig): pg.Pool;
}

export interface TestDatabaseOptions {
  /** Names the migrated template: the same key must always mean the same migration. Lower case, digits, underscores. */
  readonly template: string;
  migrate(address: DatabaseAddress): Promise<void>;
  /** A server from `startOwnServer`; without one, that of this worker. */
  readonly server?: DatabaseAddress;
}

/**
 * A database for one test file, copied from a template that the first caller migrates.
 *
 * Shape    on the server of this vitest worker; what earlier files left open there shares its horizon, so tests of open
 *          transactions pass a server of their own
 */
export async function createTestDatabase(options: TestDatabaseOptions): Promise<TestDatabase> {
  const server = options.server ?? serverOfThisWorker();
  const name = `t_${options.template}_${randomBytes(4).toString('hex')}`;
  await onServer(server, async (client) => {
    const template = await migratedTemplate(client, server, options);
    await copyTemplate(client, name, template);
  });
  const address = { ...server, database: name };
  const pools: pg.Pool[] = [];
  return {
    address,
    pool(poolOptions = {}) {
      const pool = new pg.Pool({ ...address, ...poolOptions });
      pool.on('error', () => undefined);
      pools.push(pool);
      return pool;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(pools.filter((pool) => !pool.ended).map((pool) => pool.end()));
      await onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Workers are numbered from 1. */
function serverOfThisWorker(): DatabaseAddress {
  const servers = inject('testPostgres');
  const server = servers[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % servers.length];
  if (server === undefined) throw new TypeError('this run has no PostgreSQL server');
  return server;
}

/** A new PostgreSQL cluster for one test: low transaction ids, and no transactions but its own. */
export async function startOwnServer(settings: Readonly<Record<string, string>> = FORGETFUL): Promise<OwnServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'onceover-own-pg-'));
  const server = await startPostgresServer({ dataDir, settings });
  return {
    address: server.address,
    superuser: { ...server.address, user: 'postgres' },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface OwnServer extends AsyncDisposable {
  readonly address: DatabaseAddress;
  readonly superuser: DatabaseAddress;
}

/** Serialised by a lock, so that files that start together migrate once. Complete templates have the plain name. */
async function migratedTemplate(
  client: pg.Client,
  server: DatabaseAddress,
  { template, migrate }: TestDatabaseOptions,
): Promise<string> {
  if (!/^[a-z0-9_]{1,40}$/.test(template)) throw new TypeError('a template key is lower case, digits and underscores');
  const name = `template_${template}`;
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      const unfinished = `unfinished_${template}`;
      await client.query(`drop database if exists ${unfinished} with (force)`);
      await client.query(`create database ${unfinished}`);
      await migrate({ ...server, database: unfinished });
      await client.query(`alter database ${unfinished} rename to ${name}`);
    }
    return name;
  } finally {
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]);
  }
}

/** A copy needs its template free of connections, and one just migrated may still be closing its last one. */
async function copyTemplate(client: pg.Client, name: string, template: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`create database ${name} template ${template}`);
      return;
    } catch (error) {
      const isInUse = error instanceof pg.DatabaseError && error.code === '55006';
      if (!isInUse || attempt === 40) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function onServer<R>(server: DatabaseAddress, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
