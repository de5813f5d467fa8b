import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { backupNameAt, backupsIn, manifestFileOf, readManifest } from './backups.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'backups-'));
  return () => rmSync(directory, { recursive: true });
});

const manifest = {
  format: 1,
  madeAt: '2026-11-26T13:45:00.250Z',
  kind: 'base',
  onceover: '0.1.0',
  postgres: '18.4',
  unpackedBytes: 100,
  databases: [{ name: 'onceover', ids: ['7d444840-9dc0-11d1-b245-5ffdce74fad2'] }],
  files: [{ name: 'base.tar.gz', bytes: 12, sha256: 'a'.repeat(64) }],
};

function put(name: string, text: string): string {
  const backup = path.join(directory, name);
  mkdirSync(backup);
  writeFileSync(manifestFileOf(backup), text);
  return backup;
}

test('the newest backup comes first, and what is none is passed over', async () => {
  put('20261126T134500Z', JSON.stringify(manifest));
  put('20261127T134500Z', JSON.stringify({ ...manifest, madeAt: '2026-11-27T13:45:00Z', kind: 'dump' }));
  put('20261128T134500Z', '{"format":1');
  put('unfinished-20261129T134500Z', JSON.stringify(manifest));
  mkdirSync(path.join(directory, '20261130T134500Z'));
  expect(await backupsIn(directory)).toEqual([
    { name: '20261127T134500Z', madeAt: new Date('2026-11-27T13:45:00Z'), kind: 'dump', bytes: 12 },
    { name: '20261126T134500Z', madeAt: new Date('2026-11-26T13:45:00.250Z'), kind: 'base', bytes: 12 },
  ]);
});

test('a directory that does not exist has no backups', async () => {
  expect(await backupsIn(path.join(directory, 'none'))).toEqual([]);
});

test('a backup is named after the second in which it was begun', () => {
  expect(backupNameAt(new Date('2026-11-26T13:45:00.250Z'))).toBe('20261126T134500Z');
});

test.each([
  ['a newer format', { ...manifest, format: 2 }, /was made by a newer Onceover \(format 2/],
  ['a file elsewhere', { ...manifest, files: [{ ...manifest.files[0], name: '../base' }] }, /changed or damaged/],
  ['no kind', { ...manifest, kind: undefined }, /changed or damaged/],
])('a manifest with %s is refused', async (_, wrong, sentence) => {
  await expect(readManifest(put('20261126T134500Z', JSON.stringify(wrong)))).rejects.toThrow(sentence);
});

test('a directory without a manifest is refused as half a backup', async () => {
  await expect(readManifest(directory)).rejects.toThrow(/is not a complete backup/);
});
