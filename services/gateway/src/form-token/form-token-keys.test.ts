import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadFormTokenKeys } from './form-token-keys.ts';

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
