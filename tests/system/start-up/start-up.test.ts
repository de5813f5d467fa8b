import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { serversOf } from '../../support/processes.ts';
import { postgresPidOf, type SpawnedSystem, spawnSystem } from '../../support/spawn-system.ts';
import { type TemporaryPlace, temporaryPlace } from '../../support/temporary-place.ts';

let place: TemporaryPlace;

beforeEach(() => {
  place = temporaryPlace();
});

afterEach(() => {
  place[Symbol.dispose]();
});

async function stopped(system: SpawnedSystem, signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
  system.signal(signal);
  return (await system.ended).code;
}

async function refusal(options: { env?: Record<string, string>; args?: string[] } = {}): Promise<string> {
  await using system = spawnSystem({ ...place, ...options });
  const { code, output } = await system.ended;
  expect(code).toBe(1);
  expect(output).toContain('Onceover could not start.');
  expect(output).not.toMatch(/^\s+at /m);
  return output;
}

/** A directory that nobody can write to, root included where it may mount; made where it is missing. */
function readOnly(directory: string): Disposable {
  mkdirSync(directory, { recursive: true });
  const mount = (...words: string[]) => spawnSync('mount', [...words, directory]).status === 0;
  const isMounted = mount('--bind', directory) && mount('-o', 'remount,bind,ro');
  if (!isMounted) chmodSync(directory, 0o500);
  return {
    [Symbol.dispose]() {
      if (isMounted) spawnSync('umount', ['--lazy', directory]);
      else chmodSync(directory, 0o700);
    },
  };
}

describe('a start', () => {
  test('on an empty machine brings up a page, and data and keys survive a restart', async () => {
    let secretKey: string;
    {
      await using system = spawnSystem(place);
      using client = new ApiClient(await system.ready);
      const page = await client.get('/');
      expect(page.status).toBe(200);
      expect(page.headers['content-type']).toContain('text/html');
      ({ secretKey } = await client.conceal('kept over night'));
      expect(await stopped(system)).toBe(0);
      expect(system.output).toContain(place.dataDir);
      expect(system.output).toContain(place.keysDir);
    }
    await using system = spawnSystem(place);
    using client = new ApiClient(await system.ready);
    expect((await client.reveal(secretKey)).body.record.secret_value).toBe('kept over night');
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s stops everything, PostgreSQL included', async (signal) => {
    await using system = spawnSystem(place);
    using client = new ApiClient(await system.ready);
    await client.conceal('still here');
    expect(await stopped(system, signal)).toBe(0);
    expect(serversOf(place.dataDir)).toEqual([]);
    expect(postgresPidOf(place.dataDir)).toBeUndefined();
  });

  test('a signal during the start also leads to a clean stop', async () => {
    await using system = spawnSystem(place);
    await expect
      .poll(() => existsSync(path.join(place.dataDir, 'postgres', 'owner.lock')), { timeout: 20_000 })
      .toBe(true);
    expect(await stopped(system)).toBe(0);
    expect(serversOf(place.dataDir)).toEqual([]);
  });

  test('flags take precedence over the environment', async () => {
    const dataDir = path.join(place.path, 'elsewhere');
    await using system = spawnSystem({
      ...place,
      dataDir,
      args: ['--data-dir', dataDir],
      env: { ONCEOVER_DATA_DIR: '/nowhere' },
    });
    expect(await system.ready).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(existsSync(path.join(dataDir, 'postgres'))).toBe(true);
    expect(await stopped(system)).toBe(0);
  });
});

describe('a start that cannot succeed', () => {
  test('a second start while one is running says who holds the data, and the first carries on', async () => {
    await using system = spawnSystem(place);
    using client = new ApiClient(await system.ready);
    expect(await refusal()).toContain(`in use by process ${system.pid}`);
    expect(await client.get('/health/ready')).toMatchObject({ status: 200 });
    expect(await stopped(system)).toBe(0);
  });

  test('a busy port is named with a solution, before a data directory is created', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => squatter.once('listening', resolve));
    const address = squatter.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      const output = await refusal({ args: ['--port', String(port)] });
      expect(output).toContain(`Port ${port} on 127.0.0.1 is in use`);
      expect(output).toContain('--port');
      expect(existsSync(place.dataDir)).toBe(false);
    } finally {
      squatter.close();
    }
  });

  test('a broken data directory is named and left as it is', async () => {
    const cluster = path.join(place.dataDir, 'postgres', 'cluster');
    mkdirSync(path.join(cluster, 'base'), { recursive: true });
    writeFileSync(path.join(cluster, 'note'), 'mine');
    const output = await refusal();
    expect(output).toContain(cluster);
    expect(output).toContain('not a complete PostgreSQL data directory');
    expect(existsSync(path.join(cluster, 'note'))).toBe(true);
  });

  test.each(['data', 'keys'] as const)(
    'a volume for the %s that cannot be written to is told in one sentence',
    async (what) => {
      const volume = path.join(place.path, 'volume');
      using _ = readOnly(volume);
      const env = what === 'data' ? { ONCEOVER_DATA_DIR: volume } : { ONCEOVER_KEYS_DIR: volume };
      const output = await refusal({ env });
      expect(output).toMatch(new RegExp(`${volume}\\S* cannot be (?:used|written to): .*\\. Make it writable`));
      expect(readdirSync(volume)).toEqual([]);
    },
  );

  test('keys on a volume that can only be read any more are told in one sentence, and left as they are', async () => {
    {
      await using system = spawnSystem(place);
      await system.ready;
      expect(await stopped(system)).toBe(0);
    }
    const owner = () => readFileSync(path.join(place.keysDir, 'database.id'), 'utf8');
    const before = owner();
    using _ = readOnly(place.keysDir);
    expect(await refusal()).toMatch(new RegExp(`${place.keysDir} cannot be used: .*\\. Make it writable`));
    expect(owner()).toBe(before);
  });

  test('missing keys are not created again, because the data would be lost without anyone noticing', async () => {
    {
      await using system = spawnSystem(place);
      await system.ready;
      expect(await stopped(system)).toBe(0);
    }
    rmSync(place.keysDir, { recursive: true });
    expect(await refusal()).toContain('ONCEOVER_KEYS_DIR');
  });

  test('keys inside the data directory are refused', async () => {
    const keysDir = path.join(place.dataDir, 'keys');
    expect(await refusal({ env: { ONCEOVER_KEYS_DIR: keysDir } })).toContain('inside the data directory');
  });

  test('every bad setting is reported at once', async () => {
    const output = await refusal({
      env: { ONCEOVER_PORT: 'eighty', ONCEOVER_SECRETS_EPOCH_MINUTES: '1', ONCEOVER_PROT: '80' },
    });
    for (const name of ['ONCEOVER_PORT', 'ONCEOVER_SECRETS_EPOCH_MINUTES', 'ONCEOVER_PROT']) {
      expect(output).toContain(name);
    }
    expect(existsSync(place.dataDir)).toBe(false);
  });

  test('pools that PostgreSQL cannot fill are refused before anybody is served', async () => {
    const env = { ONCEOVER_ACCOUNTS_CONNECTIONS: '40', ONCEOVER_SECRETS_CONNECTIONS: '40' };
    const output = await refusal({ env });
    expect(output).toContain('PostgreSQL offers 97 connections (max_connections, without those it reserves)');
    expect(output).toContain('lower ONCEOVER_ACCOUNTS_CONNECTIONS (40) or ONCEOVER_SECRETS_CONNECTIONS (40).');
  });

  test('an unknown flag is refused', async () => {
    expect(await refusal({ args: ['--prot', '80'] })).toContain('--prot');
  });

  test('rate limits cannot be off if others can reach the server', async () => {
    const output = await refusal({ env: { ONCEOVER_HOST: '0.0.0.0', ONCEOVER_SITE_HOST: 'once.example' } });
    expect(output).toContain('ONCEOVER_RATE_LIMITS');
  });
});
