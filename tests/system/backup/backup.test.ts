import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { findRunningServer, type PostgresAddress } from '@onceover/postgres-server';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { People, type Person } from '../../support/people.ts';
import { type CommandAnswer, type CommandPlaces, runCommand } from '../../support/run-command.ts';
import { type SpawnedSystem, spawnSystem } from '../../support/spawn-system.ts';
import { type TemporaryPlace, temporaryPlace } from '../../support/temporary-place.ts';
import { type Made, startVisitors } from './visitors.ts';

const stack = new AsyncDisposableStack();
afterAll(() => stack.disposeAsync());

let place: TemporaryPlace;
let kept: string;
let original: SpawnedSystem;
let api: ApiClient;
let nina: Person;
/** Those that were answered before the newest backup began. */
let before: readonly Made[];
let logBefore: readonly string[];
let created: readonly CommandAnswer[];

const backup = (words: readonly string[], places: Partial<CommandPlaces> = {}) =>
  runCommand(['backup', ...words], { ...place, env: { ONCEOVER_BACKUP_DIR: kept }, ...places });
const newest = () => path.join(kept, readdirSync(kept).sort().at(-1) ?? '');
const peopleOf = (system: { dataDir: string }, url: string) =>
  new People({
    url,
    mailDir: path.join(system.dataDir, 'mail'),
    drain: async () => undefined,
    runAccounts: () => Promise.reject(new Error('no colonels here')),
  });

/** An installation with an account, of which three backups are made while visitors work. */
beforeAll(async () => {
  place = stack.use(temporaryPlace());
  kept = path.join(place.path, 'kept');
  original = stack.use(spawnSystem(place));
  const url = await original.ready;
  api = stack.use(new ApiClient(url));
  nina = await peopleOf(place, url).customer();
  const visitors = startVisitors(api, 4);
  const answers = [];
  for (let turn = 0; turn < 3; turn += 1) {
    before = [...visitors.made];
    logBefore = await logOf(place.dataDir);
    answers.push(await backup(['create', '--keep', '2']));
  }
  created = answers;
  await visitors.stop();
});

async function on<R>(dataDir: string, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const address = findRunningServer({ dataDir: path.join(dataDir, 'postgres'), database: 'onceover' });
  const client = new pg.Client(address as PostgresAddress);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Every event of every log, all of it, as text. */
const logOf = (dataDir: string): Promise<readonly string[]> =>
  on(dataDir, async (client) => {
    const logs = ['secrets', 'accounts', 'notifications', 'audit'];
    const all = logs.map((log) => `select '${log} ' || e::text as event from ${log}.events e`);
    const { rows } = await client.query<{ event: string }>(all.join(' union all '));
    return rows.map(({ event }) => event);
  });

describe('backups under load', () => {
  test('are made while visitors work, are complete, and older ones go as asked', () => {
    for (const { code, text } of created) {
      expect(text).toMatch(/a base backup, [\d.]+ MB, made in [\d.]+ s\. It contains no key\./);
      expect(code).toBe(0);
    }
    expect(created[2]?.text).toContain('Removed ');
    expect(readdirSync(kept)).toHaveLength(2);
    expect(before.length).toBeGreaterThan(10);
  });

  test('are for their owner alone', () => {
    expect(statSync(newest()).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(newest())) expect(statSync(path.join(newest(), name)).mode & 0o777).toBe(0o600);
  });

  test('hold nothing that is in a file of a key', async () => {
    const files = readdirSync(place.keysDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.key'),
    );
    expect(files).toEqual(expect.arrayContaining(['kek/1.key', expect.stringMatching(/^epoch\//)]));
    const archive = await promisify(gunzip)(readFileSync(path.join(newest(), 'base.tar.gz')));
    for (const name of files) {
      const key = readFileSync(path.join(place.keysDir, name));
      expect(key.length).toBeGreaterThanOrEqual(32);
      for (const form of [key, key.toString('hex'), key.toString('base64')]) {
        expect([name, archive.includes(form)]).toEqual([name, false]);
      }
    }
  });

  test('are opened by verify, which says what is in them and touches no key', async () => {
    const { code, text } = await backup(['verify', 'latest'], { keysDir: path.join(place.path, 'nowhere') });
    expect(code).toBe(0);
    expect(text).toContain('accounts: 1');
    expect(Number(/events of secrets: (\d+), the newest of 20/.exec(text)?.[1])).toBeGreaterThanOrEqual(before.length);
    expect(text).toContain('The backup is whole');
    expect(existsSync(path.join(place.path, 'nowhere'))).toBe(false);
  });
});

describe('a restore elsewhere, while the original goes on', () => {
  let elsewhere: CommandPlaces;
  let copy: ApiClient;
  let copyUrl: string;

  beforeAll(async () => {
    elsewhere = placeBeside('elsewhere');
    copyKeys(elsewhere.keysDir);
    const { code, text } = await backup(['restore', 'latest'], elsewhere);
    expect(text).toContain('The backup is restored.');
    expect(text).toMatch(/\d+ secrets could not be opened any more and ended as expired/);
    expect(code).toBe(0);
    const system = stack.use(spawnSystem(elsewhere));
    copyUrl = await system.ready;
    copy = stack.use(new ApiClient(copyUrl));
  });

  test('brings back no secret, neither one that was opened nor one that waited', async () => {
    for (const { secretKey } of before) expect((await copy.reveal(secretKey)).status).toBe(404);
  });

  test('brings back everything else: metadata, accounts, every event, and a trail that is as it was written', async () => {
    for (const { metadataKey, isOpened } of before.slice(-40)) {
      const { status, body } = await copy.metadata(metadataKey);
      expect(status).toBe(200);
      // One that was asked for while the backup began may be either.
      if (!isOpened) expect(body.record.state).toBe('expired');
    }
    const log = new Set(await logOf(elsewhere.dataDir));
    expect(logBefore.filter((event) => !log.has(event))).toEqual([]);
    await peopleOf(elsewhere, copyUrl).signedIn(nina);
    const verified = await runCommand(['audit', 'verify'], elsewhere);
    expect(verified.text).toContain('The audit trail is as it was written');
    expect(verified.code).toBe(0);
  });

  test('goes on: what is made there opens, once', async () => {
    const { secretKey } = await copy.conceal('after the restore');
    expect((await copy.reveal(secretKey)).body.record.secret_value).toBe('after the restore');
    expect((await copy.reveal(secretKey)).status).toBe(404);
  });

  test('takes nothing from the original: everything living opens there, once', async () => {
    const living = before.filter(({ isOpened }) => !isOpened).slice(-10);
    expect(living).toHaveLength(10);
    for (const { secretKey } of living) {
      expect((await api.reveal(secretKey)).status).toBe(200);
      expect((await copy.reveal(secretKey)).status).toBe(404);
    }
  });
});

function placeBeside(name: string): CommandPlaces {
  const dataDir = path.join(place.path, name);
  return { dataDir, keysDir: `${dataDir}-keys`, env: { ONCEOVER_BACKUP_DIR: kept } };
}

/** As an operator keeps them: once, and without `epoch`. */
function copyKeys(to: string): void {
  execFileSync('cp', ['-a', place.keysDir, to]);
  execFileSync('rm', ['-r', path.join(to, 'epoch')]);
}
