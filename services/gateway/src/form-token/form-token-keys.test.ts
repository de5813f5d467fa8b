import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { formTokenKeysFrom, loadFormTokenKeys } from './form-token-keys.ts';

async function emptyDirectory() {
  const place = await mkdtemp(join(tmpdir(), 'form-token-'));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  return join(place, 'keys');
}

test('processes that start together share one key, and nothing else is left behind', async () => {
  const directory = await emptyDirectory();
  const loaded = await Promise.all(Array.from({ length: 8 }, () => loadFormTokenKeys(directory)));
  expect(new Set(loaded.map((keys) => Buffer.from(keys.token).toString('hex'))).size).toBe(1);
  expect(await readdir(directory)).toEqual(['form-token.key']);
});

test('the key file is for its owner only', async () => {
  const directory = await emptyDirectory();
  await loadFormTokenKeys(directory);
  expect((await stat(join(directory, 'form-token.key'))).mode & 0o777).toBe(0o400);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
});

test('a damaged key file is refused, not replaced', async () => {
  const directory = await emptyDirectory();
  await loadFormTokenKeys(directory);
  await rm(join(directory, 'form-token.key'));
  await writeFile(join(directory, 'form-token.key'), 'short');
  await expect(loadFormTokenKeys(directory)).rejects.toThrow('damaged');
});

test('each key is the one that earlier versions derived', () => {
  const keys = Object.entries(formTokenKeysFrom(Buffer.alloc(32, 1)));
  expect(Object.fromEntries(keys.map(([name, key]) => [name, Buffer.from(key).toString('hex')]))).toEqual({
    token: '54f34fd994e2c16810b3b7fc31094a541cc07f4745b496ca43df4ef500756cd9',
    anonymousSession: 'ec26d612e569fe644ad9b74d4deb9fb0ef3c10e3d15c653aa0c63b424ccb9383',
    captcha: 'ceb1f350944a139d75bb7db919604cf1b056879235490d7bbca6872f3bff2a3c',
    intent: '91b493fb63a2dd695feb8fff46a8432eb11b821939e46bb2de0a775cc9ffd6d6',
    networkTag: 'd69cb3183ecb92d11bddc885410bfbf9707ab69366999ce92a38cc3f951acc9e',
    shared: 'fec2430c5646fd04f297248fffeada0e894cad2d31e20a35ac203f6d49d5de12',
    mirror: 'ba117086f5b46ecd33ad691efd443dce57e01639c2857255ecba6921adc2edbd',
  });
});
