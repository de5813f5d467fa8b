import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { distributedMain, makeCallKeys } from '../../support/spawn-split.ts';
import { temporaryPlace } from '../../support/temporary-place.ts';

/** Runs a process that does not start; gives its exit code and what it said. */
async function run(words: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('ONCEOVER_'));
  const env = { ...Object.fromEntries(others), ...settings };
  const child = spawn(process.execPath, [distributedMain, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const code = await new Promise((ended) => child.once('close', ended));
  return { code, said };
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
