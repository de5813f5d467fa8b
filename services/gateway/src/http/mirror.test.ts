import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { siteQuestion } from '../cli.ts';
import { formTokenKeysFrom, loadFormTokenKeys } from '../form-token/form-token-keys.ts';
import type { RunningGateway } from '../service.ts';
import { ask } from '../test-support/ask.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';
import { mirrorPath, mirrorQuestion } from './mirror.ts';

const keysDir = mkdtempSync(join(tmpdir(), 'mirror-'));
const env = { ONCEOVER_SITE_HOST: 'once.example', ONCEOVER_KEYS_DIR: keysDir };
let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ env: { ...env, ONCEOVER_TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  rmSync(keysDir, { recursive: true });
});

async function question() {
  const made = await siteQuestion({ keysDir });
  if (made === undefined) throw new Error('there is no key');
  return made;
}
const header = (headers: { readonly Authorization: string }) => headers.Authorization;

test('whoever has the key hears how the request arrived', async () => {
  const { path, headers, read } = await question();
  const forwarded = { host: 'once.example', 'x-forwarded-for': '198.51.100.7', 'x-forwarded-host': 'other.example' };
  const { status, text } = await ask(gateway.port, path, { headers: { ...headers, ...forwarded } });
  expect(status).toBe(200);
  expect(read(text)).toEqual({
    from: '127.0.0.1',
    visitor: '198.51.100.7',
    host: 'other.example',
    isForwarded: true,
    isBelieved: true,
  });
});

test('where no proxy is trusted, what is said of the visitor is not believed', async () => {
  const alone = await startTestGateway({ env });
  onTestFinished(() => alone[Symbol.asyncDispose]());
  const { path, headers, read } = await question();
  const asked = { ...headers, host: 'once.example', 'x-forwarded-for': '198.51.100.7' };
  const { text } = await ask(alone.port, path, { headers: asked });
  expect(read(text)).toMatchObject({ visitor: '127.0.0.1', isForwarded: true, isBelieved: false });
});

test('for everybody else there is no such path', async () => {
  const { text: unknown } = await ask(gateway.port, '/health/nothing', { headers: { host: 'once.example' } });
  const key = (await loadFormTokenKeys(keysDir)).mirror;
  const now = new Date();
  const long = new Date(now.getTime() - 180_000);
  const tries = [
    undefined,
    'Onceover',
    header(mirrorQuestion(formTokenKeysFrom(Buffer.alloc(32, 7)).mirror, now).headers),
    header(mirrorQuestion(key, long).headers),
    `${header(mirrorQuestion(key, now).headers)}A`,
  ];
  for (const authorization of tries) {
    const headers = { host: 'once.example', ...(authorization === undefined ? {} : { authorization }) };
    const { status, text } = await ask(gateway.port, mirrorPath, { headers });
    expect([status, text], authorization).toEqual([404, unknown]);
  }
});

test('an answer of somebody else, to another question, or changed on its way is told from ours', async () => {
  const { path, headers, read } = await question();
  const { text } = await ask(gateway.port, path, { headers: { ...headers, host: 'once.example' } });
  expect(read(text)).not.toBeNull();
  expect((await question()).read(text)).toBeNull();
  expect(read(text.replace('127.0.0.1', '198.51.100.7'))).toBeNull();
  for (const other of ['', '{}', '<html>', '{"mirrored":{},"proof":""}']) expect(read(other)).toBeNull();
});

test('without a key there is nothing to ask', async () => {
  expect(await siteQuestion({ keysDir: join(keysDir, 'none') })).toBeUndefined();
});
