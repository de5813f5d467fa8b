import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connectionString, type PostgresAddress } from '@onceover/postgres-server';
import { beforeEach, describe, expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { type SpawnedSystem, spawnSystem } from '../../support/spawn-system.ts';
import { startSystem } from '../../support/start-system.ts';
import { type TemporaryPlace, temporaryPlace } from '../../support/temporary-place.ts';

let stack: AsyncDisposableStack;
let place: TemporaryPlace;
let database: PostgresAddress;
let secretKey: string;

/** A server that ran, was stopped cleanly, and left a secret that waits. */
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  place = stack.use(temporaryPlace());
  database = stack.use(await freshDatabase()).address;
  await using system = await startSystem({ database, env: { ONCEOVER_KEYS_DIR: place.keysDir } });
  using client = new ApiClient(system.url);
  ({ secretKey } = await client.conceal('still waiting'));
  return () => stack.disposeAsync();
});

const inKeys = (...names: string[]): string => path.join(place.keysDir, ...names);
const epochFile = (): string => path.join('epoch', readdirSync(inKeys('epoch'))[0] ?? '');

function spawn(options: { env?: Record<string, string>; args?: string[] } = {}): SpawnedSystem {
  const env = { ONCEOVER_DATABASE_URL: connectionString(database), ...options.env };
  return stack.use(spawnSystem({ ...place, ...options, env }));
}

async function refusal(): Promise<string> {
  const system = spawn();
  await Promise.race([system.ended, system.answers.catch(() => undefined)]);
  system.signal('SIGKILL'); // one that started
  const { code, output } = await system.ended;
  expect(output).not.toMatch(/Onceover is (?:ready|SEALED)/);
  expect(code).toBe(1);
  expect(output).toContain('Onceover could not start.');
  expect(output).not.toMatch(/^\s+at /m);
  return output;
}

function replace(name: string): void {
  rmSync(inKeys(name));
  writeFileSync(inKeys(name), Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37 + 11) & 0xff)), {
    mode: 0o400,
  });
}

describe('a start with a wrong key', () => {
  test.each([
    ['key-encryption key', () => 'kek/1.key', /does not hold the key-encryption key/],
    ['root of the pepper', () => 'root.key', /root\.key is not the one/],
    ['epoch key', epochFile, /the key of the current epoch \(1\) is missing/],
  ])('says SEALED and never ready with another %s, and uses nothing up', async (_what, file, reason) => {
    const name = file();
    const right = readFileSync(inKeys(name));
    replace(name);
    const system = spawn();
    using client = new ApiClient(await system.answers);
    expect(system.output).toContain('Onceover is SEALED');
    expect(system.output).toMatch(reason);
    expect(system.output).toMatch(/put .* back/i);
    expect(system.output).not.toContain('is ready');
    expect((await client.get('/health/ready')).status).toBe(503);
    expect((await client.reveal(secretKey)).status).toBe(503);
    rmSync(inKeys(name));
    writeFileSync(inKeys(name), right, { mode: 0o400 });
    await expect.poll(async () => (await client.get('/health/ready')).status, { timeout: 30_000 }).toBe(200);
    expect((await client.reveal(secretKey)).body.record.secret_value).toBe('still waiting');
  });

  test.each([
    'network.key',
    'label.key',
    'mail-address.key',
    'webhook.key',
    'form-token.key',
    'audit.key',
    'accounts.key',
  ])('does not happen with another %s, nor without it, and makes none in its place', async (name) => {
    renameSync(inKeys(name), inKeys('aside'));
    expect(await refusal()).toContain(name);
    expect(readdirSync(place.keysDir)).not.toContain(name);
    renameSync(inKeys('aside'), inKeys(name));
    replace(name);
    expect(await refusal()).toContain(name);
  });

  test.each([
    'network.key',
    'mail-address.key',
    'webhook.key',
    'form-token.key',
    'audit.key',
    'accounts.key',
    'root.key',
    'kek/1.key',
  ])('does not happen with a damaged %s', async (name) => {
    rmSync(inKeys(name));
    writeFileSync(inKeys(name), 'short', { mode: 0o400 });
    expect(await refusal()).toContain(path.basename(name));
  });
});

describe('keys that others can read', () => {
  test.each(['kek/1.key', 'root.key', 'form-token.key'])('keep the server from starting: %s', async (name) => {
    chmodSync(inKeys(name), 0o444);
    const output = await refusal();
    expect(output).toContain(inKeys(name));
    expect(output).toContain('--allow-open-keys');
    expect(output).toContain('chmod');
  });

  test('are accepted where the operator says so, on a file system that cannot close them', async () => {
    chmodSync(inKeys('root.key'), 0o444);
    for (const options of [{ args: ['--allow-open-keys'] }, { env: { ONCEOVER_ALLOW_OPEN_KEYS: 'on' } }]) {
      const system = spawn(options);
      await system.ready;
      system.signal('SIGINT');
      await system.ended;
    }
  });
});
