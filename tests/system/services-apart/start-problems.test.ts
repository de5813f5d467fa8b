import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { processMain } from '@onceover/distributed/programs';
import { connectionString } from '@onceover/postgres-server';
import { createTestDatabase } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import { expect, test } from 'vitest';
import { freePorts, makeCallKeys } from '../../support/spawn-split.ts';
import { temporaryPlace } from '../../support/temporary-place.ts';

/** Starts a process; whatever is left of it is killed in the end. */
function start(words: readonly string[], settings: Readonly<Record<string, string>>) {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('ONCEOVER_'));
  const env = { ...Object.fromEntries(others), ...settings };
  const child = spawn(process.execPath, [processMain, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const ended = new Promise((resolve) => child.once('close', resolve));
  return {
    ended,
    said: () => said,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs a process that does not start; gives its exit code and what it said. */
async function run(words: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const started = start(words, settings);
  return { code: await started.ended, said: started.said() };
}

const audit = (place: string) => ({
  ONCEOVER_INTERNAL_PORT: '0',
  ONCEOVER_CALL_KEYS_DIR: place,
  ONCEOVER_KEYS_DIR: path.join(place, 'keys'),
  ONCEOVER_DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:1/none',
  ONCEOVER_ACCOUNTS_URL: 'http://127.0.0.1:1',
  ONCEOVER_SECRETS_URL: 'http://127.0.0.1:1',
  ONCEOVER_NOTIFICATIONS_URL: 'http://127.0.0.1:1',
  ONCEOVER_GATEWAY_URL: 'http://127.0.0.1:1',
  ONCEOVER_KAFKA_BROKERS: '127.0.0.1:1',
  ONCEOVER_REDIS_URL: 'redis://127.0.0.1:1',
});

test('a process without a name, or with one that is none, says which there are', async () => {
  for (const words of [[], ['shelves'], ['audit', 'secrets']]) {
    expect(await run(words)).toMatchObject({ code: 2, said: expect.stringContaining('accounts | secrets') });
  }
});

test('settings that are missing are all named at once, with exit code 1', async () => {
  const { code, said } = await run(['audit']);
  expect(code).toBe(1);
  for (const name of [
    'INTERNAL_PORT',
    'CALL_KEYS_DIR',
    'DATABASE_URL',
    'ACCOUNTS_URL',
    'GATEWAY_URL',
    'KAFKA_BROKERS',
    'REDIS_URL',
  ]) {
    expect(said).toContain(`ONCEOVER_${name} is required`);
  }
});

test('keys of calls that are missing are named, with the command that makes them', async () => {
  using place = temporaryPlace();
  const { code, said } = await run(['audit'], audit(place.path));
  expect(code).toBe(1);
  expect(said).toMatch(/the key that audit and gateway share is missing.*openssl rand -out \S+audit-gateway\.key 32/);
});

test('a port that is taken and a database that is not there are each one sentence, without a password', async () => {
  using place = temporaryPlace();
  const callKeys = path.join(place.path, 'calls');
  makeCallKeys(callKeys);
  const settings = { ...audit(place.path), ONCEOVER_CALL_KEYS_DIR: callKeys };
  const taken = createServer();
  await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening));
  const { port } = taken.address() as { port: number };
  const busy = await run(['audit'], { ...settings, ONCEOVER_INTERNAL_PORT: String(port) });
  taken.close();
  expect(busy).toMatchObject({
    code: 1,
    said: expect.stringContaining(`cannot listen on 127.0.0.1:${port} (EADDRINUSE)`),
  });
  const alone = await run(['audit'], settings);
  expect(alone).toMatchObject({ code: 1, said: expect.stringContaining('nothing listens at this host and port') });
  expect(busy.said + alone.said).not.toContain('hidden');
});

test('a relay of logs that its database does not have says which services are to be started first', async () => {
  await using database = await createTestDatabase({ template: 'empty', migrate: async () => undefined });
  const settings = {
    ONCEOVER_DATABASE_URL: connectionString(database.address),
    ONCEOVER_KAFKA_BROKERS: '127.0.0.1:1',
    ONCEOVER_RELAY_LOGS: 'audit,secrets',
  };
  expect(await run(['relay'], settings)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/this database has no log of audit, secrets: start those services first/),
  });
});

test('a gateway alone is up, says which services are missing, and answers 503', async () => {
  using place = temporaryPlace();
  const callKeys = path.join(place.path, 'calls');
  makeCallKeys(callKeys);
  const {
    ONCEOVER_DATABASE_URL: _url,
    ONCEOVER_KAFKA_BROKERS: _brokers,
    ONCEOVER_GATEWAY_URL: _own,
    ...rest
  } = audit(place.path);
  const [port = 0] = await freePorts(1);
  const settings = {
    ...rest,
    ONCEOVER_CALL_KEYS_DIR: callKeys,
    ONCEOVER_AUDIT_URL: 'http://127.0.0.1:1',
    ONCEOVER_PORT: String(port),
    ONCEOVER_RATE_LIMITS: 'off',
  };
  await using gateway = start(['gateway'], settings);
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => expect((await fetch(`${url}/health/live`)).status).toBe(200), { withinMs: 60_000 });
  const readiness = await fetch(`${url}/health/ready`);
  expect([readiness.status, await readiness.json()]).toEqual([
    503,
    {
      status: 'not ready',
      reason: ['accounts', 'secrets', 'notifications', 'audit']
        .map((name) => `${name}: nothing listens at 127.0.0.1:1 (ECONNREFUSED)`)
        .join('; '),
    },
  ]);
  for (const [method, door] of [
    ['POST', '/api/v2/secret/conceal'],
    ['GET', '/api/v2/status'],
    ['GET', '/'],
  ] as const) {
    const answer = await fetch(url + door, {
      method,
      ...(method === 'POST' && { body: new URLSearchParams({ secret: 'x' }) }),
    });
    expect([door, answer.status]).toEqual([door, 503]);
  }
  expect(gateway.said()).toContain('Redis is unavailable; this process goes on alone');
});
