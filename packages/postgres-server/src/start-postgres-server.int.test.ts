import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRunning } from '@onceover/server-process';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectionString, findRunningServer, type PostgresAddress, startPostgresServer } from './index.ts';
import { readPostmasterPid } from './leftover-server.ts';
import { postgresProcessesOf } from './process-facts.ts';

let place: string;
let dataDir: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'pg-test-'));
  chmodSync(place, 0o755);
  dataDir = path.join(place, 'data');
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const pid of existsSync(dataDir) ? postgresProcessesOf(cluster()) : []) process.kill(pid, 'SIGKILL');
  rmSync(place, { recursive: true, force: true });
});

const cluster = () => path.join(dataDir, 'cluster');

async function ask<Row extends object>(address: PostgresAddress | string, sql: string): Promise<Row[]> {
  const client = new pg.Client(typeof address === 'string' ? address : { ...address });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A separate program that starts a server and then waits to be killed; resolves when its server is up. */
async function programHolding(
  directory: string,
): Promise<{ pid: number; address: PostgresAddress; kill(): Promise<void> }> {
  const code = `
    import { startPostgresServer } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
    const server = await startPostgresServer({ dataDir: ${JSON.stringify(directory)} });
    console.log(JSON.stringify(server.address));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = await once(child.stdout, 'data');
  return {
    pid: child.pid ?? 0,
    address: JSON.parse(String(line)) as PostgresAddress,
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

const serverPid = () => readPostmasterPid(cluster())?.pid ?? 0;

describe('a first and a later start', () => {
  test('a first start creates a durable, checksummed UTF-8 database that can be reached only through its socket', async () => {
    await using server = await startPostgresServer({ dataDir, database: 'shop' });
    expect(server.isNew).toBe(true);
    const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'listen_addresses', 'jit'];
    const shown = await ask(
      server.address,
      `select ${names.map((name) => `current_setting('${name}') ${name}`).join(', ')}`,
    );
    expect(shown).toEqual([
      {
        fsync: 'on',
        synchronous_commit: 'on',
        full_page_writes: 'on',
        data_checksums: 'on',
        listen_addresses: '',
        jit: 'off',
      },
    ]);
    const about = await ask(
      connectionString(server.address),
      `select current_user as who, d.datlocale, pg_encoding_to_char(d.encoding) as encoding, r.rolsuper
         from pg_database d join pg_roles r on r.oid = d.datdba where d.datname = current_database()`,
    );
    expect(about).toEqual([{ who: 'shop', datlocale: 'C.UTF-8', encoding: 'UTF8', rolsuper: false }]);
    expect(statSync(server.address.host).mode & 0o077).toBe(0);
  });

  test('committed data is there after a restart, and stopping leaves no process behind', async () => {
    {
      await using server = await startPostgresServer({ dataDir });
      await ask(server.address, 'create table kept as select 42 as answer');
    }
    expect(postgresProcessesOf(cluster())).toEqual([]);
    await using again = await startPostgresServer({ dataDir });
    expect(again.isNew).toBe(false);
    expect(await ask(again.address, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('a first start that was killed halfway is begun again from scratch', async () => {
    mkdirSync(path.join(dataDir, 'cluster.unfinished', 'base'), { recursive: true });
    await using server = await startPostgresServer({ dataDir });
    expect(server.isNew).toBe(true);
    expect(existsSync(path.join(dataDir, 'cluster.unfinished'))).toBe(false);
  });

  test('if the path is too long for a socket, the server listens in a short temporary directory', async () => {
    dataDir = path.join(place, 'd'.repeat(100));
    let host: string;
    {
      await using server = await startPostgresServer({ dataDir });
      ({ host } = server.address);
      expect(await ask(server.address, 'select 1 as one')).toEqual([{ one: 1 }]);
    }
    expect(existsSync(host)).toBe(false);
  });

  test('a directory that only its owner may enter works as well', async () => {
    chmodSync(place, 0o700);
    await using server = await startPostgresServer({ dataDir });
    expect(await ask(server.address, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('no data of a failed statement reaches the log', async () => {
    await using server = await startPostgresServer({ dataDir });
    await expect(ask(server.address, `select 'canary-4711'::int`)).rejects.toThrow();
    await ask(server.address, 'create table once (id text primary key)');
    await ask(server.address, `insert into once values ('canary-4712')`);
    await expect(ask(server.address, `insert into once values ('canary-4712')`)).rejects.toThrow('duplicate');
    const log = readFileSync(path.join(dataDir, 'server.log'), 'utf8');
    expect(log).toContain('ready to accept connections');
    expect(log).not.toContain('canary');
  });
});

describe('after a kill', () => {
  test('the server of a killed program is stopped cleanly, and its committed data is there', async () => {
    const program = await programHolding(dataDir);
    await ask(program.address, 'create table kept as select 7 as answer');
    const left = serverPid();
    await program.kill();
    expect(isRunning(left)).toBe(true);
    const steps: string[] = [];
    await using server = await startPostgresServer({ dataDir, onProgress: (step) => steps.push(step) });
    expect(steps).toContain('stopping-leftover');
    expect(isRunning(left)).toBe(false);
    expect(await ask(server.address, 'select answer from kept')).toEqual([{ answer: 7 }]);
  });

  test('if a program and its server are killed together, the next start recovers their data', async () => {
    const program = await programHolding(dataDir);
    await ask(program.address, 'create table kept as select 8 as answer');
    process.kill(serverPid(), 'SIGKILL');
    await program.kill();
    await using server = await startPostgresServer({ dataDir });
    expect(await ask(server.address, 'select answer from kept')).toEqual([{ answer: 8 }]);
  });

  test('if only the server is killed, it comes back by itself on the same address', async () => {
    await using server = await startPostgresServer({ dataDir });
    await ask(server.address, 'create table kept as select 9 as answer');
    const before = server.pid;
    process.kill(before, 'SIGKILL');
    await expect.poll(() => server.pid, { timeout: 10_000 }).not.toBe(before);
    expect(await ask(server.address, 'select answer from kept')).toEqual([{ answer: 9 }]);
  });

  test('a pid file that names an unrelated process is ignored, and that process is left alone', async () => {
    await (await startPostgresServer({ dataDir }))[Symbol.asyncDispose]();
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' });
    children.push(stranger);
    writeFileSync(
      path.join(cluster(), 'postmaster.pid'),
      `${stranger.pid}\n${cluster()}\n1\n5432\n/nowhere\n\n\nready\n`,
    );
    await using server = await startPostgresServer({ dataDir });
    expect(await ask(server.address, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(isRunning(stranger.pid ?? 0)).toBe(true);
  });
});

describe('refusals', () => {
  test('a second start while one is running names the process that holds the directory', async () => {
    const program = await programHolding(dataDir);
    await expect(startPostgresServer({ dataDir })).rejects.toMatchObject({
      problem: 'already-running',
      message: expect.stringContaining(`process ${program.pid}`),
    });
    expect(await ask(program.address, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a cluster without its version file is called broken and is not touched', async () => {
    await (await startPostgresServer({ dataDir }))[Symbol.asyncDispose]();
    rmSync(path.join(cluster(), 'PG_VERSION'));
    await expect(startPostgresServer({ dataDir })).rejects.toMatchObject({ problem: 'data-directory-broken' });
    expect(existsSync(path.join(cluster(), 'base'))).toBe(true);
    expect(existsSync(path.join(dataDir, 'owner.lock'))).toBe(false);
  });

  test('a cluster of another version is not opened', async () => {
    await (await startPostgresServer({ dataDir }))[Symbol.asyncDispose]();
    writeFileSync(path.join(cluster(), 'PG_VERSION'), '17\n');
    await expect(startPostgresServer({ dataDir })).rejects.toMatchObject({ problem: 'data-directory-version' });
  });

  test('a data directory that is a file cannot be written to', async () => {
    writeFileSync(dataDir, '');
    await expect(startPostgresServer({ dataDir })).rejects.toMatchObject({ problem: 'data-directory-not-writable' });
    rmSync(dataDir);
  });

  test('a chosen socket directory is refused if its path is too long', async () => {
    const socketDir = path.join(place, 's'.repeat(120));
    await expect(startPostgresServer({ dataDir, socketDir })).rejects.toMatchObject({
      problem: 'socket-path-too-long',
    });
  });

  test('a server that cannot start says why, with the end of its log', async () => {
    await expect(startPostgresServer({ dataDir, settings: { shared_buffers: 'plenty' } })).rejects.toMatchObject({
      problem: 'start-failed',
      message: expect.stringContaining('shared_buffers'),
    });
    expect(existsSync(path.join(dataDir, 'owner.lock'))).toBe(false);
  });
});

describe('a second program beside the first', () => {
  test('finds the running server and is let in; it finds nothing before the start and after the stop', async () => {
    const asked = { dataDir, database: 'app' };
    expect(findRunningServer(asked)).toBeUndefined();
    const server = await startPostgresServer({ dataDir });
    const found = findRunningServer(asked);
    expect(found).toEqual(server.address);
    if (found === undefined) throw new Error('not found');
    expect(await ask(found, 'select current_user as name')).toEqual([{ name: 'app' }]);
    await server[Symbol.asyncDispose]();
    expect(findRunningServer(asked)).toBeUndefined();
  });
});
