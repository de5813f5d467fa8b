import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectionString, type PostgresAddress, startPostgresServer } from '@onceover/postgres-server';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { postgresTools } from '../../support/postgres-tools.ts';
import { textOf } from '../../support/run-command.ts';
import { spawnSystem, withoutSettings } from '../../support/spawn-system.ts';
import { type TemporaryPlace, temporaryPlace } from '../../support/temporary-place.ts';
import { Recipes } from './recipes.ts';

const recipes = new Recipes('Backup and restore');
const stack = new AsyncDisposableStack();
let place: TemporaryPlace;
let checkout: string;
let kept: string;
afterAll(() => stack.disposeAsync());

/** A checkout in which the words of the page fit: the data is in it, beside what npm runs. */
beforeAll(() => {
  place = stack.use(temporaryPlace());
  checkout = path.join(place.path, 'checkout');
  kept = path.join(place.path, 'kept');
  for (const directory of [checkout, kept]) mkdirSync(directory);
  const original = fileURLToPath(new URL('../../..', import.meta.url));
  for (const name of readdirSync(original).filter((each) => !/^(?:data|\.git$)/.test(each))) {
    symlinkSync(path.join(original, name), path.join(checkout, name));
  }
});

type Settings = Readonly<Record<string, string>>;

/** Types a block of the page, in the checkout; fails with what it printed. */
async function type(block: string, env: Settings): Promise<string> {
  const settings = { ...withoutSettings(), ONCEOVER_BACKUP_DIR: kept, ...env };
  const shell = spawn('sh', ['-e', '-c', block], { cwd: checkout, env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
  const { code, text } = await textOf(shell);
  expect(`exit ${code}: ${text}`).toMatch(/^exit 0/);
  return text;
}

/** A start that ends when the work is done. */
async function running<R>(
  places: { dataDir: string; keysDir: string; env?: Settings },
  work: (api: ApiClient) => Promise<R>,
) {
  await using system = spawnSystem(places);
  using api = new ApiClient(await system.ready);
  const result = await work(api);
  system.signal('SIGINT');
  expect((await system.ended).code).toBe(0);
  return result;
}

async function expectOpens(api: ApiClient, secretKey: string, secret: string): Promise<void> {
  expect((await api.reveal(secretKey)).body.record.secret_value).toBe(secret);
}

test('the data of npm start is backed up, restored, copied by hand and moved as the page says', async () => {
  const here = { dataDir: path.join(checkout, 'data'), keysDir: path.join(checkout, 'data-keys') };
  const settings = { ONCEOVER_DATA_DIR: here.dataDir };
  const waiting = await running(here, async (api) => {
    const { secretKey } = await api.conceal('opened after the backup');
    const text = await type(recipes.with('npm run backup -- create'), settings);
    expect(text).toContain('The backup is whole');
    return secretKey;
  });
  await type(recipes.with('cp -a data "$ONCEOVER_BACKUP_DIR/data"'), settings);
  await running(here, (api) => expectOpens(api, waiting, 'opened after the backup'));

  rmSync(here.dataDir, { recursive: true });
  const restored = await type(recipes.with('npm run backup -- restore latest'), settings);
  expect(restored).toContain('1 secret could not be opened any more and ended as expired');
  expect(restored).toContain('Everything is in order.');

  rmSync(here.dataDir, { recursive: true });
  const putBack = await type(recipes.with('cp -a "$ONCEOVER_BACKUP_DIR/data" data'), settings);
  expect(putBack).toContain('1 secret could not be opened any more and ended as expired');
  const [opened, living] = await running(here, async (api) => {
    expect((await api.reveal(waiting)).status).toBe(404);
    const made = [await api.conceal('opened before the move'), await api.conceal('living')];
    await expectOpens(api, made[0]?.secretKey ?? '', 'opened before the move');
    return made.map(({ secretKey }) => secretKey);
  });

  const there = { dataDir: path.join(place.path, 'new', 'data'), keysDir: path.join(place.path, 'new', 'data-keys') };
  mkdirSync(path.dirname(there.dataDir));
  const moved = await type(recipes.with('confirm-move'), { ...settings, NEW: path.dirname(there.dataDir) });
  expect(moved).toContain('Nothing was given up');
  await running(there, async (api) => {
    await expectOpens(api, living ?? '', 'living');
    for (const secretKey of [opened, waiting]) expect((await api.reveal(secretKey ?? '')).status).toBe(404);
  });
  // The old place has no keys any more; with a copy of them, it would be refused.
  renameSync(here.dataDir, path.join(checkout, 'data-old'));
});

describe('a PostgreSQL of one’s own', () => {
  /** As one that somebody else runs: its owner may not know where its files are. */
  async function startOwn(name: string): Promise<PostgresAddress> {
    const server = stack.use(await startPostgresServer({ dataDir: path.join(place.path, name), database: 'onceover' }));
    const client = new pg.Client({ ...server.address, user: 'postgres' });
    await client.connect();
    await client.query('revoke pg_read_all_settings from onceover');
    await client.end();
    return server.address;
  }

  const settingsOf = (address: PostgresAddress): Settings => ({
    PATH: `${postgresTools()}${path.delimiter}${process.env.PATH}`,
    PGHOST: address.host,
    PGPORT: String(address.port),
    PGUSER: address.user,
    ONCEOVER_DATABASE_URL: connectionString(address),
    ONCEOVER_DATA_DIR: path.join(place.path, 'own-data'),
    ONCEOVER_KEYS_DIR: path.join(place.path, 'own-keys'),
  });
  const placesOf = (address: PostgresAddress) => ({
    dataDir: path.join(place.path, 'own-data'),
    keysDir: path.join(place.path, 'own-keys'),
    env: { ONCEOVER_DATABASE_URL: connectionString(address) },
  });

  test('is dumped and restored as the page says, by hand and by the command', async () => {
    const [one, byHand, byCommand] = [await startOwn('one'), await startOwn('by-hand'), await startOwn('by-command')];
    const waiting = await running(placesOf(one), async (api) => {
      const { secretKey } = await api.conceal('opened after the dump');
      await type(recipes.with('pg_dump --format=custom'), settingsOf(one));
      const text = await type(recipes.with('npm run backup -- create'), settingsOf(one));
      expect(text).toContain('a dump');
      expect(text).toContain('The backup is whole');
      await expectOpens(api, secretKey, 'opened after the dump');
      return secretKey;
    });
    for (const [words, database] of [
      ['pg_restore', byHand],
      ['npm run backup -- restore latest', byCommand],
    ] as const) {
      const text = await type(recipes.with(words), settingsOf(database));
      expect(text).toContain('1 secret could not be opened any more and ended as expired');
      await running(placesOf(database), async (api) => {
        expect((await api.reveal(waiting)).status).toBe(404);
        const { secretKey } = await api.conceal('after the restore');
        await expectOpens(api, secretKey, 'after the restore');
      });
    }
  });
});

test('every block of shell on the page was typed', () => {
  expect(recipes.unused()).toEqual([]);
});
