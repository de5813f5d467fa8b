import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { examineKeys } from './examine-keys.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'onceover-examined-'));
});
afterEach(() => rmSync(place, { recursive: true }));

const examined = async () => {
  const where = { dataDir: path.join(place, 'data'), backupDir: undefined, directories: [path.join(place, 'keys')] };
  const { found } = await examineKeys({ ...where, isProduction: false, allowOpenKeys: false, open: undefined });
  return found;
};

test('where there are no keys yet, nothing is said of them', async () => {
  expect(await examined()).toEqual([{ verdict: 'ok', says: 'none yet: the first start makes them' }]);
});

test('keys that are there are closed to others', async () => {
  mkdirSync(path.join(place, 'keys'), { mode: 0o700 });
  expect(await examined()).toEqual([{ verdict: 'ok', says: 'closed to others, apart from the data' }]);
});
