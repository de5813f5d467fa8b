import { execFile, spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runOperatorCommand } from '@onceover/embedded/commands';
import { loadEmbeddedConfig } from '@onceover/embedded/config';
import { connectionString, type PostgresAddress, startPostgresServer } from '@onceover/postgres-server';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { copyDatabase } from '../../support/copy-database.ts';
import { spawnSystem } from '../../support/spawn-system.ts';
import { startSystem, type TestSystem } from '../../support/start-system.ts';
import { type TemporaryPlace, temporaryPlace } from '../../support/temporary-place.ts';

let stack: AsyncDisposableStack;
let place: TemporaryPlace;
beforeEach(() => {
  stack = new AsyncDisposableStack();
  place = stack.use(temporaryPlace());
  return () => stack.disposeAsync();
});

const client = (url: string): ApiClient => stack.use(new ApiClient(url));
const run = (database: PostgresAddress, sql: string, values: unknown[] = []) =>
  withClient(database, (open) => open.query(sql, values));

async function withClient<R>(database: PostgresAddress, work: (open: pg.Client) => Promise<R>): Promise<R> {
  const open = new pg.Client(database);
  await open.connect();
  try {
    return await work(open);
  } finally {
    await open.end();
  }
}

/** `npm run keys -- …`: its exit code and what it prints. */
async function keys(
  database: PostgresAddress,
  keysDir: string,
  ...argv: string[]
): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const config = loadEmbeddedConfig({ ONCEOVER_DATA_DIR: place.dataDir, ONCEOVER_KEYS_DIR: keysDir });
  try {
    const code = await runOperatorCommand(['keys', ...argv], {
      config: () => config,
      open: async () => ({ config, database }),
      write: (line) => void lines.push(line),
    });
    return { code, text: lines.join('\n') };
  } catch (error) {
    return { code: 1, text: [...lines, error instanceof Error ? error.message : String(error)].join('\n') };
  }
}

const start = async (database: PostgresAddress, keysDir = place.keysDir): Promise<TestSystem> =>
  stack.use(await startSystem({ database, env: { ONCEOVER_KEYS_DIR: keysDir } }));

/** Epochs end as if their time were over, and the running server destroys their keys. */
async function endEpoch(database: PostgresAddress): Promise<void> {
  const current = async () =>
    (await run(database, `select e from secrets.epoch where state = 'current'`)).rows[0]?.e as number;
  const before = await current();
  await run(database, `update secrets.epoch set created_at = created_at - interval '1 hour' where state = 'current'`);
  await expect.poll(current, { timeout: 30_000 }).toBe(before + 1);
  const living = () => run(database, `select from secrets.epoch where state in ('retiring', 'destroying')`);
  await expect.poll(async () => (await living()).rowCount, { timeout: 30_000 }).toBe(0);
}

/** Nothing of what waited opens again, its creator sees that it expired, and new secrets work. */
async function expectGoneAndWorking(api: ApiClient, waited: { secretKey: string; metadataKey: string }): Promise<void> {
  await expect.poll(async () => (await api.get('/health/ready')).status, { timeout: 30_000 }).toBe(200);
  expect((await api.get(`/api/v2/secret/${waited.secretKey}`)).status).toBe(404);
  expect((await api.reveal(waited.secretKey)).status).toBe(404);
  const { secretKey } = await api.conceal('after the restore');
  expect((await api.reveal(secretKey)).body.record.secret_value).toBe('after the restore');
}

describe('a cold backup', () => {
  test('that is put back is refused until an operator says so, and then what waited has ended', async () => {
    const backup = path.join(place.path, 'backup');
    let waited: { secretKey: string; metadataKey: string };
    {
      await using system = spawnSystem(place);
      waited = await client(await system.ready).conceal('still waiting');
      system.signal('SIGINT');
      await system.ended;
      await runTool('cp', ['-a', place.dataDir, backup]); // keeps owners, as an operator would
    }
    {
      await using system = spawnSystem(place);
      expect((await client(await system.ready).reveal(waited.secretKey)).body.record.secret_value).toBe(
        'still waiting',
      );
      system.signal('SIGINT');
      await system.ended;
    }
    rmSync(place.dataDir, { recursive: true });
    await runTool('cp', ['-a', backup, place.dataDir]);

    // Its epoch key is still there: without a word of the operator the secret would open a second time.
    const { code, output } = await spawnSystem(place).ended;
    expect(code).toBe(1);
    expect(output).toContain('npm run keys -- confirm-loss --restored');
    expect(npmRunKeys('status')).toMatchObject({ code: 1, text: expect.stringContaining('in a later state') });
    expect(npmRunKeys('confirm-loss').code).toBe(1);
    expect(npmRunKeys('confirm-loss', '--restored')).toMatchObject({
      code: 0,
      text: expect.stringContaining('1 secret could not be opened any more and ended as expired'),
    });

    await using system = spawnSystem(place);
    const api = client(await system.ready);
    await expectGoneAndWorking(api, waited);
    expect(npmRunKeys('status').text).toContain('Everything is in order');
    system.signal('SIGINT');
    expect((await system.ended).code).toBe(0);
  });

  /** `npm run keys -- …` as people type it: its exit code and what it prints. */
  function npmRunKeys(...argv: string[]): { code: number | null; text: string } {
    const env = { ...process.env, ONCEOVER_DATA_DIR: place.dataDir, ONCEOVER_KEYS_DIR: place.keysDir };
    const main = fileURLToPath(new URL('../../../infra/embedded/src/command-main.ts', import.meta.url));
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'keys', ...argv], { env, encoding: 'utf8' });
    return { code: status, text: stdout + stderr };
  }
});

describe('a lost epoch key', () => {
  test('leaves the server SEALED, which names the command, and the command helps while it runs', async () => {
    const database = await startServer('one');
    let waited: { secretKey: string; metadataKey: string };
    {
      await using first = await start(database);
      waited = await client(first.url).conceal('still waiting');
    }
    rmSync(path.join(place.keysDir, 'epoch'), { recursive: true });
    const env = { ONCEOVER_DATABASE_URL: connectionString(database) };
    const system = stack.use(spawnSystem({ ...place, env }));
    const api = client(await system.answers);
    expect(system.output).toContain('Onceover is SEALED');
    expect(system.output).toContain('npm run keys -- ');
    expect(system.output).toMatch(/"level":"error".*npm run keys -- status.*sealed/);
    expect((await api.get('/health/ready')).body).toMatchObject({
      reason: expect.stringContaining('npm run keys -- '),
    });
    expect((await api.reveal(waited.secretKey)).status).toBe(503);

    const status = await keys(database, place.keysDir, 'status');
    expect(status.code).toBe(1);
    expect(status.text).toMatch(/epoch 1, current.*KEY MISSING; 1 secret waits/);
    expect(status.text).toMatch(/no backup has them/);
    expect(await keys(database, place.keysDir, 'confirm-loss')).toMatchObject({ code: 0 });
    await expectGoneAndWorking(api, waited);
    const { rows } = await run(database, 'select state from secrets.secret order by created limit 1');
    expect(rows).toEqual([{ state: 'expired' }]);
  });
});

describe('a live dump', () => {
  /** Two servers, so that the second one counts its transactions from the beginning, and a dump made at full work. */
  async function dumpedAndRestored() {
    const [one, other] = [await startServer('one'), await startServer('other')];
    await run(one, 'do $$ begin for i in 1..5000 loop perform pg_current_xact_id(); commit; end loop; end $$');
    await (await start(other, path.join(place.path, 'unused-keys')))[Symbol.asyncDispose](); // makes the tables
    const system = await start(one);
    const api = client(system.url);
    const waited = await api.conceal('still waiting');
    let isDumped = false;
    const working = (async () => {
      while (!isDumped) await api.conceal('meanwhile');
    })();
    await copyDatabase(one, other);
    isDumped = true;
    await working;
    return { original: one, copy: other, system, api, waited };
  }

  test('in place of its original is refused until that is said, then what waited has ended and the log goes on', async () => {
    const { copy, system, api, waited } = await dumpedAndRestored();
    expect((await api.reveal(waited.secretKey)).body.record.secret_value).toBe('still waiting');
    await system[Symbol.asyncDispose]();
    // Its epoch key is still there: without a word of the operator it would open a second time.
    await expect(start(copy)).rejects.toThrow(/npm run keys -- confirm-loss --restored/);
    expect((await keys(copy, place.keysDir, 'confirm-loss')).code).toBe(1);
    const { code, text } = await keys(copy, place.keysDir, 'confirm-loss', '--restored');
    expect(code).toBe(0);
    expect(text).toContain('The log of secrets goes on in generation 2.');
    const restored = await start(copy);
    await expectGoneAndWorking(client(restored.url), waited);
  });

  test('beside its original is no danger to it: each has an id and epoch keys of its own', async () => {
    const { original, copy, api, waited } = await dumpedAndRestored();
    await expect(start(copy)).rejects.toThrow(/start it with a copy of the keys directory that has no folder epoch/);
    const ownKeys = path.join(place.path, 'own-keys');
    mkdirSync(ownKeys, { mode: 0o700 });
    const kept = readdirSync(place.keysDir).filter((name) => name !== 'epoch');
    for (const name of kept) cpSync(path.join(place.keysDir, name), path.join(ownKeys, name), { recursive: true });
    await runTool('chmod', ['-R', 'go=', ownKeys]);
    const beside = await start(copy, ownKeys);
    expect((await keys(copy, ownKeys, 'confirm-loss')).code).toBe(0);
    await expectGoneAndWorking(client(beside.url), waited);
    for (const database of [original, copy]) await endEpoch(database);
    expect((await api.reveal(waited.secretKey)).body.record.secret_value).toBe('still waiting');
    const ids = await Promise.all([original, copy].map((each) => run(each, 'select id from onceover.database')));
    expect(new Set(ids.map(({ rows }) => rows[0]?.id)).size).toBe(2);
  });
});

describe('a restore to a point in time', () => {
  test('gives back no secret that was opened after that point', async () => {
    const archive = path.join(place.path, 'archive');
    mkdirSync(archive, { mode: 0o777 });
    await runTool('chmod', ['a+rwx', archive]);
    const settings = { wal_level: 'replica', archive_mode: 'on', archive_command: `cp %p ${archive}/%f` };
    const primary = await startServer('primary', settings);
    const base = path.join(place.path, 'restored');
    let waited: { secretKey: string; metadataKey: string };
    let point: string;
    {
      await using system = await start(primary);
      const api = client(system.url);
      await copyCluster(primary, path.join(place.path, 'primary'), base);
      waited = await api.conceal('opened after the point');
      point = (await run(primary, 'select clock_timestamp()::text as now')).rows[0]?.now as string;
      expect((await api.reveal(waited.secretKey)).body.record.secret_value).toBe('opened after the point');
      await run({ ...primary, user: 'postgres' }, 'select pg_switch_wal()');
      const archived = `select from pg_stat_archiver where last_archived_time > $1`;
      await expect.poll(async () => (await run(primary, archived, [point])).rowCount, { timeout: 30_000 }).toBe(1);
    }
    const restored = await startServer('restored', {
      ...settings,
      archive_mode: 'off',
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: point,
      recovery_target_action: 'promote',
    });
    const isOver = async () => (await run(restored, 'select pg_is_in_recovery() as is')).rows[0]?.is;
    await expect.poll(isOver, { timeout: 60_000 }).toBe(false);

    await expect(start(restored)).rejects.toThrow(/npm run keys -- confirm-loss --restored/);
    expect((await keys(restored, place.keysDir, 'confirm-loss', '--restored')).code).toBe(0);
    await expectGoneAndWorking(client((await start(restored)).url), waited);
  });

  /** A base backup, as `pg_basebackup` makes it. */
  async function copyCluster(server: PostgresAddress, from: string, to: string): Promise<void> {
    await withClient({ ...server, user: 'postgres' }, async (session) => {
      await session.query(`select pg_backup_start('drill', true)`);
      mkdirSync(to, { mode: 0o755 });
      await runTool('cp', ['-a', path.join(from, 'cluster'), to]);
      const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
      const cluster = path.join(to, 'cluster');
      rmSync(path.join(cluster, 'postmaster.pid'));
      const { uid, gid } = statSync(cluster);
      for (const [name, text] of [
        ['backup_label', rows[0]?.labelfile ?? ''],
        ['recovery.signal', ''],
      ] as const) {
        writeFileSync(path.join(cluster, name), text);
        chownSync(path.join(cluster, name), uid, gid);
      }
    });
  }
});

/** A server of its own below the test's place. */
async function startServer(name: string, settings: Readonly<Record<string, string>> = {}): Promise<PostgresAddress> {
  const dataDir = path.join(place.path, name);
  const server = await startPostgresServer({ dataDir, settings: { max_connections: '100', ...settings } });
  return stack.use(server).address;
}

async function runTool(name: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(name, args);
}
