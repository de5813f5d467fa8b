import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { runCommand } from '../../support/run-command.ts';
import { spawnSystem } from '../../support/spawn-system.ts';
import { type TemporaryPlace, temporaryPlace } from '../../support/temporary-place.ts';

const stack = new AsyncDisposableStack();
afterAll(() => stack.disposeAsync());

let place: TemporaryPlace;
let kept: string;
/** The path of a backup that is whole. */
let whole: string;
/** It waited when the backup was made, and was opened since. */
let opened: string;

const backup = (...words: string[]) =>
  runCommand(['backup', ...words], { ...place, env: { ONCEOVER_BACKUP_DIR: kept } });
const cluster = () => path.join(place.dataDir, 'postgres', 'cluster');

/** A stopped installation, with a backup from before a secret was opened, and one that was made while it was stopped. */
beforeAll(async () => {
  place = stack.use(temporaryPlace());
  kept = path.join(place.path, 'kept');
  expect(await backup('create')).toMatchObject({ code: 1, text: expect.stringContaining('There is no database') });
  expect(existsSync(place.dataDir)).toBe(false);
  mkdirSync(path.join(kept, 'unfinished-20261126T134500Z'), { recursive: true });
  // Nothing is started between the backup and the opening: the database itself could not tell the two states apart.
  await running(async (api) => {
    opened = (await api.conceal('opened after the backup')).secretKey;
    const { text } = await backup('create');
    whole = /^(\S+): a base backup/.exec(text)?.[1] ?? '';
    expect(readdirSync(kept)).toEqual([path.basename(whole)]);
    await api.reveal(opened);
  });
  expect(await backup('create')).toMatchObject({ code: 0, text: expect.stringContaining('a base backup') });
});

async function running<R>(work: (api: ApiClient) => Promise<R>): Promise<R> {
  await using system = spawnSystem(place);
  using api = new ApiClient(await system.ready);
  const result = await work(api);
  system.signal('SIGINT');
  await system.ended;
  return result;
}

/** A copy of the backup with something wrong. */
function copyWith(change: (copy: string) => void): string {
  const copy = path.join(place.path, 'copy');
  rmSync(copy, { recursive: true, force: true });
  execFileSync('cp', ['-a', whole, copy]);
  change(copy);
  return copy;
}

const archiveOf = (copy: string) => path.join(copy, 'base.tar.gz');
const manifestOf = (copy: string) => path.join(copy, 'manifest.json');

const wrongs: readonly (readonly [string, (copy: string) => void, RegExp])[] = [
  ['one flipped byte', (copy) => flip(archiveOf(copy)), /is damaged: \S+base\.tar\.gz is not what was written/],
  ['a missing file', (copy) => rmSync(archiveOf(copy)), /is not whole: \S+base\.tar\.gz is missing/],
  ['no manifest', (copy) => rmSync(manifestOf(copy)), /is not a complete backup/],
  [
    'a manifest of a newer format',
    (copy) => edit(copy, (text) => text.replace('"format": 1', '"format": 2')),
    /was made by a newer Onceover/,
  ],
];

function flip(file: string): void {
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  writeFileSync(file, bytes);
}

function edit(copy: string, change: (text: string) => string): void {
  writeFileSync(manifestOf(copy), change(readFileSync(manifestOf(copy), 'utf8')));
}

describe('a restore', () => {
  test('is refused where there is a database, and changes nothing', async () => {
    expect(await backup('restore', whole)).toMatchObject({
      code: 1,
      text: expect.stringContaining('There is a database'),
    });
    expect(existsSync(cluster())).toBe(true);
  });

  describe('into an empty place', () => {
    beforeAll(() => {
      rmSync(place.dataDir, { recursive: true });
    });

    test.each(wrongs)('is refused of a backup with %s, as verify refuses it', async (_, change, sentence) => {
      const copy = copyWith(change);
      expect(await backup('verify', copy)).toMatchObject({ code: 1, text: expect.stringMatching(sentence) });
      expect(await backup('restore', copy)).toMatchObject({ code: 1, text: expect.stringMatching(sentence) });
      expect(existsSync(place.dataDir)).toBe(false);
    });

    test('of another database than the manifest says is refused, and leaves nothing there', async () => {
      const owner = readFileSync(path.join(place.keysDir, 'database.id'), 'utf8').split('\n')[0] ?? '';
      // The keys have had this id as well.
      const id = 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6';
      const file = path.join(place.keysDir, 'database.id');
      const before = readFileSync(file);
      rmSync(file);
      writeFileSync(file, `${before.toString().trimEnd()}\n${id}\n`, { mode: 0o400 });
      const copy = copyWith((at) => edit(at, (text) => text.replaceAll(owner, id)));
      for (const word of ['verify', 'restore']) {
        expect(await backup(word, copy)).toMatchObject({
          code: 1,
          text: expect.stringContaining('is not the one its manifest names'),
        });
      }
      expect(existsSync(cluster())).toBe(false);
      rmSync(file);
      writeFileSync(file, before, { mode: 0o400 });
    });

    test('is refused without the keys, and with those of others', async () => {
      const away = path.join(place.path, 'away');
      renameSync(place.keysDir, away);
      expect(await backup('restore', whole)).toMatchObject({
        code: 1,
        text: expect.stringContaining('The keys of this backup are not in'),
      });
      expect(existsSync(cluster())).toBe(false);
      renameSync(away, place.keysDir);
    });

    test('in the very same place, whose keys survived, never brings back what was opened since', async () => {
      const into = await backup('restore', whole, '--into', path.join(place.dataDir, 'postgres'));
      expect(into.text).toContain('confirm-loss --restored');
      expect(into.code).toBe(0);
      // Its epoch key is still there, and the secret waits in the data: a start is refused the keys.
      {
        await using system = spawnSystem(place);
        await expect(system.answers).rejects.toThrow(/exited with 1.*npm run keys -- confirm-loss --restored/s);
      }

      rmSync(place.dataDir, { recursive: true });
      expect(await backup('restore', whole)).toMatchObject({ code: 0 });
      await running(async (api) => {
        expect((await api.reveal(opened)).status).toBe(404);
        const { secretKey } = await api.conceal('after the restore');
        expect((await api.reveal(secretKey)).body.record.secret_value).toBe('after the restore');
      });
    });
  });
});

test.each([
  ['data', () => path.join(place.dataDir, 'kept')],
  ['keys', () => path.join(place.keysDir, 'kept')],
  ['data', () => place.path],
])('a backup that would not be apart from the %s is refused', async (what, where) => {
  expect(await backup('create', '--to', where())).toMatchObject({
    code: 1,
    text: expect.stringContaining(`Backups have to be apart from the ${what}`),
  });
});
