import { createWriteStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import { beforeEach, expect, test } from 'vitest';
import { unpack } from './archive.ts';

let place: string;
let cluster: string;
let archive: string;
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'archive-'));
  cluster = path.join(place, 'cluster');
  archive = path.join(place, 'base.tar.gz');
  mkdirSync(cluster);
  return () => rmSync(place, { recursive: true });
});

type Entry = Partial<Header> & { readonly name: string; readonly content?: string };

/** An archive that nobody of ours has made. */
async function archiveOf(...entries: readonly Entry[]): Promise<void> {
  const packed = pack();
  for (const { content = '', ...header } of entries) packed.entry({ mode: 0o644, ...header }, content);
  packed.finalize();
  await pipeline(packed, createGzip(), createWriteStream(archive));
}

const unpacked = (mostBytes = 1_000) => unpack(archive, cluster, mostBytes);
const found = () => readdirSync(place, { recursive: true, encoding: 'utf8' }).toSorted();

test('files and directories of a cluster are put in their places', async () => {
  await archiveOf(
    { name: 'PG_VERSION', content: '18\n' },
    { name: 'base/', type: 'directory' },
    { name: 'base/1', content: 'page' },
    { name: 'pg_wal/archive_status/', type: 'directory' },
    { name: 'pg_wal/000000010000000000000001', content: 'log' },
    { name: 'pg_wal/00000002.history', content: 'line' },
    { name: 'backup_label', content: 'START' },
  );
  await unpacked();
  expect(readFileSync(path.join(cluster, 'base/1'), 'utf8')).toBe('page');
  expect(readdirSync(cluster).toSorted()).toEqual(['PG_VERSION', 'backup_label', 'base', 'pg_wal']);
});

test.each([
  ['a file in a directory that is called like the one above', { name: 'base/../x' }],
  ['a file above', { name: '../outside' }],
  ['a file far above', { name: 'base/../../../outside' }],
  ['a file of the root', { name: '/etc/outside' }],
  ['a directory above', { name: '../outside', type: 'directory' }],
  ['the place itself as a file', { name: '.' }],
  ['a name with a backslash', { name: 'base\\..\\..\\outside' }],
  ['a link elsewhere', { name: 'base/1', type: 'symlink', linkname: '/etc' }],
  ['a second name of a file', { name: 'base/1', type: 'link', linkname: '/etc/passwd' }],
  ['a pipe', { name: 'base/1', type: 'fifo' }],
  ['a device', { name: 'base/1', type: 'block-device', devmajor: 8, devminor: 0 }],
  ['what makes PostgreSQL recover from elsewhere', { name: 'recovery.signal' }],
  ['what makes PostgreSQL put tables elsewhere', { name: 'tablespace_map', content: '16384 /etc' }],
  ['a table elsewhere', { name: 'pg_tblspc/16384/x' }],
  ['a program', { name: 'lib/evil.so' }],
] as const satisfies readonly (readonly [string, Entry])[])('an archive with %s is refused', async (_what, entry) => {
  await archiveOf(entry);
  await expect(unpacked()).rejects.toThrow(/^its archive contains /);
  expect(found()).toEqual(['base.tar.gz', 'cluster']);
});

test('a file is never written over: the second one of a name is refused', async () => {
  await archiveOf({ name: 'PG_VERSION', content: 'one' }, { name: 'PG_VERSION', content: 'two' });
  await expect(unpacked()).rejects.toThrow(/EEXIST/);
  expect(readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8')).toBe('one');
});

test('an archive that holds more than it says is given up before it fills the disk', async () => {
  await archiveOf(
    { name: 'base/', type: 'directory' },
    { name: 'base/1', content: '0'.repeat(1_000) },
    { name: 'base/2', content: '0'.repeat(32 * 1024 * 1024) },
  );
  expect(readFileSync(archive).length).toBeLessThan(64 * 1024);
  await expect(unpacked()).rejects.toThrow('its archive contains more than its manifest says');
  expect(readdirSync(path.join(cluster, 'base'))).toEqual(['1']);
});

test.each([
  ['cut off', (whole: Buffer) => whole.subarray(0, whole.length - 20)],
  ['no archive', () => gzipSync(Buffer.alloc(2_000, 'x'))],
  ['not compressed', () => Buffer.alloc(2_000, 'x')],
])('an archive that is %s is refused', async (_what, change) => {
  await archiveOf({ name: 'base/', type: 'directory' }, { name: 'base/1', content: crypto.randomUUID().repeat(20) });
  writeFileSync(archive, change(readFileSync(archive)));
  await expect(unpacked()).rejects.toThrow();
});
