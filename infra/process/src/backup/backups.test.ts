import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { checkFiles } from './backup-directory.ts';
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

const fileCalled = (name: string) => ({ name, bytes: 12, sha256: 'a'.repeat(64) });
const withDatabase = (change: object) => ({
  ...manifest,
  databases: manifest.databases.map((database) => ({ ...database, ...change })),
});

const dump = (file: string) => ({ ...withDatabase({ file }), kind: 'dump' });

function put(name: string, text: string): string {
  const backup = path.join(directory, name);
  mkdirSync(backup);
  writeFileSync(manifestFileOf(backup), text);
  return backup;
}

test('the newest backup comes first, and what is none is passed over', async () => {
  put('20261126T134500Z', JSON.stringify(manifest));
  put('20261127T134500Z', JSON.stringify({ ...dump('base.tar.gz'), madeAt: '2026-11-27T13:45:00Z' }));
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
  ['a database in a file elsewhere', dump('../../etc/passwd'), /changed or damaged/],
  ['a database in the directory itself', dump(''), /changed or damaged/],
  ['a database in a file that it does not list', dump('other.dump'), /changed or damaged/],
  ['a dump without a file', { ...manifest, kind: 'dump' }, /changed or damaged/],
  ['a base backup without its archive', { ...manifest, files: [fileCalled('other')] }, /changed or damaged/],
  ['a name that a terminal would obey', withDatabase({ name: '\u001b]0;x\u0007' }), /changed or damaged/],
  ['a version that a terminal would obey', { ...manifest, onceover: '\u001b[2J' }, /changed or damaged/],
  ['a PostgreSQL of no version', { ...manifest, postgres: 'newest' }, /changed or damaged/],
  ['a role that nobody could type', withDatabase({ roles: ['a\u0000b'] }), /changed or damaged/],
  ['a name longer than any', withDatabase({ name: 'x'.repeat(64) }), /changed or damaged/],
  ['more bytes than can be counted', { ...manifest, unpackedBytes: 1e30 }, /changed or damaged/],
  ['less than nothing', { ...manifest, unpackedBytes: -1 }, /changed or damaged/],
  ['more than it may have', { ...manifest, more: 1 }, /changed or damaged/],
])('a manifest with %s is refused', async (_, wrong, sentence) => {
  await expect(readManifest(put('20261126T134500Z', JSON.stringify(wrong)))).rejects.toThrow(sentence);
});

test.each([
  ['nothing', ''],
  ['a number', '1'],
  ['a list', '[]'],
  ['a text with a zero byte', '{"format":1\u0000}'],
  ['a parent of its own', JSON.stringify(manifest).replace('{', '{"__proto__":{"kind":"dump"},')],
  ['lists in lists', '['.repeat(100_000)],
  ['more than any manifest has', `${JSON.stringify(manifest)}${' '.repeat(2 * 1024 * 1024)}`],
])('a manifest that is %s is refused', async (_, text) => {
  await expect(readManifest(put('20261126T134500Z', text))).rejects.toThrow(/changed or damaged/);
});

test('a manifest that is no file is refused, and nobody waits for it', async () => {
  const backup = put('20261126T134500Z', '');
  rmSync(manifestFileOf(backup));
  execFileSync('mkfifo', [manifestFileOf(backup)]);
  await expect(readManifest(backup)).rejects.toThrow(/changed or damaged/);
  rmSync(manifestFileOf(backup));
  symlinkSync('/dev/zero', manifestFileOf(backup));
  await expect(readManifest(backup)).rejects.toThrow(/changed or damaged/);
});

test('a file that is none, or of another size, is not read', async () => {
  const backup = put('20261126T134500Z', JSON.stringify(manifest));
  const found = { path: backup, manifest: await readManifest(backup) };
  const file = path.join(backup, 'base.tar.gz');
  symlinkSync('/dev/zero', file);
  await expect(checkFiles(found)).rejects.toThrow(/damaged: \S+base.tar.gz is not what was written/);
  rmSync(file);
  execFileSync('mkfifo', [file]);
  await expect(checkFiles(found)).rejects.toThrow(/is not what was written/);
  rmSync(file);
  writeFileSync(file, 'thirteen byte');
  await expect(checkFiles(found)).rejects.toThrow(/is not what was written/);
});

test('a directory without a manifest is refused as half a backup', async () => {
  await expect(readManifest(directory)).rejects.toThrow(/is not a complete backup/);
});
