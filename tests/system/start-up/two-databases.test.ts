import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { runOperatorCommand } from '@onceover/embedded/commands';
import { loadEmbeddedConfig } from '@onceover/embedded/config';
import type { PostgresAddress } from '@onceover/postgres-server';
import { beforeEach, describe, expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { spawnSystem } from '../../support/spawn-system.ts';
import { startSystem, type TestSystem } from '../../support/start-system.ts';
import { type TemporaryPlace, temporaryPlace } from '../../support/temporary-place.ts';

let stack: AsyncDisposableStack;
let place: TemporaryPlace;
let one: PostgresAddress;
let other: PostgresAddress;

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  place = stack.use(temporaryPlace());
  one = stack.use(await freshDatabase()).address;
  other = stack.use(await freshDatabase()).address;
  return () => stack.disposeAsync();
});

/** Stopped at the end of the test, whatever became of it. */
async function on(database: PostgresAddress, keysDir: string): Promise<TestSystem> {
  return stack.use(await startSystem({ database, env: { ONCEOVER_KEYS_DIR: keysDir } }));
}

async function conceal(database: PostgresAddress, keysDir: string, value: string): Promise<string> {
  await using system = await on(database, keysDir);
  using client = new ApiClient(system.url);
  return (await client.conceal(value)).secretKey;
}

async function reveal(database: PostgresAddress, keysDir: string, secretKey: string): Promise<unknown> {
  await using system = await on(database, keysDir);
  using client = new ApiClient(system.url);
  return (await client.reveal(secretKey)).body.record.secret_value;
}

const commandOn = (database: PostgresAddress, keysDir: string): Promise<number> => {
  const config = loadEmbeddedConfig({ ONCEOVER_DATA_DIR: place.dataDir, ONCEOVER_KEYS_DIR: keysDir });
  return runOperatorCommand(['accounts', 'make-colonel', 'nina@example.com'], {
    config: () => config,
    open: async () => ({ config, database }),
    write: () => undefined,
  });
};

/** Every file in a directory with a digest of what is in it. */
function filesOf(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(directory, name)).isFile())
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(path.join(directory, name)))
          .digest('hex')}`,
    )
    .sort();
}

describe('two databases on one keys directory', () => {
  test('the second, which is new, is refused, and the first opens its secrets', async () => {
    const secretKey = await conceal(one, place.keysDir, 'of the first');
    const before = filesOf(place.keysDir);
    await expect(on(other, place.keysDir)).rejects.toThrow(/belongs to another database/);
    await expect(on(other, place.keysDir)).rejects.toThrow(/--keys-dir/);
    expect(filesOf(place.keysDir)).toEqual(before);
    expect(await reveal(one, place.keysDir, secretKey)).toBe('of the first');
    // the refused one starts with a directory of its own
    const ownKeys = path.join(place.path, 'own-keys');
    expect(await reveal(other, ownKeys, await conceal(other, ownKeys, 'of the second'))).toBe('of the second');
  });

  test('each with keys of its own is refused the directory of the other, and both open their secrets', async () => {
    const otherKeys = path.join(place.path, 'other-keys');
    const first = await conceal(one, place.keysDir, 'of the first');
    const second = await conceal(other, otherKeys, 'of the second');
    const before = [filesOf(place.keysDir), filesOf(otherKeys)];
    await expect(on(other, place.keysDir)).rejects.toThrow(/belongs to another database/);
    await expect(on(one, otherKeys)).rejects.toThrow(/belongs to another database/);
    expect([filesOf(place.keysDir), filesOf(otherKeys)]).toEqual(before);
    expect(await reveal(one, place.keysDir, first)).toBe('of the first');
    expect(await reveal(other, otherKeys, second)).toBe('of the second');
  });

  test('two processes that start at once on a new database and directory share them', async () => {
    const [first, second] = await Promise.all([on(one, place.keysDir), on(one, place.keysDir)]);
    using writer = new ApiClient(first.url);
    using reader = new ApiClient(second.url);
    const { secretKey } = await writer.conceal('of both');
    expect((await reader.reveal(secretKey)).body.record.secret_value).toBe('of both');
  });

  test('two databases that start at once on one new directory: one gets it, the other is refused', async () => {
    const starts = await Promise.allSettled([on(one, place.keysDir), on(other, place.keysDir)]);
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test("an operator's command on the wrong pair is refused and touches neither", async () => {
    await conceal(one, place.keysDir, 'of the first');
    const before = filesOf(place.keysDir);
    await expect(commandOn(other, place.keysDir)).rejects.toThrow(/belongs to another database/);
    expect(filesOf(place.keysDir)).toEqual(before);
  });
});

describe('npm start -- --data-dir', () => {
  const unset = { ONCEOVER_KEYS_DIR: '' };

  test('keeps its keys beside its data, so that a second data directory does no harm to the first', async () => {
    for (const name of ['a', 'b', 'a']) {
      const dataDir = path.join(place.path, name);
      await using system = spawnSystem({ ...place, dataDir, args: ['--data-dir', `${dataDir}/`], env: unset });
      await system.ready;
      expect(system.output).toContain(`keys  ${dataDir}-keys`);
      system.signal('SIGINT');
      expect((await system.ended).code).toBe(0);
    }
    expect(readdirSync(place.path).sort()).toEqual(['a', 'a-keys', 'b', 'b-keys']);
  });

  test('with the keys of another data directory says so and what to do, and ends with 1', async () => {
    await conceal(one, place.keysDir, 'of the first');
    const before = filesOf(place.keysDir);
    await using system = spawnSystem(place);
    const { code, output } = await system.ended;
    expect(code).toBe(1);
    expect(output).toContain('Onceover could not start.');
    expect(output).toContain(`The keys directory ${place.keysDir} belongs to another database`);
    expect(output).not.toMatch(/^\s+at /m);
    expect(filesOf(place.keysDir)).toEqual(before);
  });
});
