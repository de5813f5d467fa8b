import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { runOperatorCommand } from '@onceover/embedded/commands';
import { loadEmbeddedConfig } from '@onceover/embedded/config';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TemporaryPlace, temporaryPlace } from '../../../support/temporary-place.ts';
import { volume } from '../support/volume.ts';
import { type TarEntry, tarOf } from './tar.ts';

const stack = new DisposableStack();
let place: TemporaryPlace;
beforeAll(() => {
  place = stack.use(temporaryPlace());
  mkdirSync(place.keysDir, { mode: 0o700 });
  // The keys know the database that every backup here says it is of.
  writeFileSync(path.join(place.keysDir, 'database.id'), `${ID}\n`, { mode: 0o400 });
});
afterAll(() => stack.dispose());

const ID = '7d444840-9dc0-41d1-b245-5ffdce74fad2';
let made = 0;

interface Tampered {
  readonly entries?: readonly TarEntry[];
  readonly archive?: Buffer;
  /** Of the manifest, which is true of the archive otherwise. */
  readonly manifest?: (manifest: object) => unknown;
  readonly beside?: (directory: string) => void;
}

/** A backup whose manifest has the hash of its archive: whoever can write the one can write the other. */
function backupWith({
  entries = [],
  archive = gzipSync(tarOf(entries)),
  manifest = (same) => same,
  beside,
}: Tampered): string {
  made += 1;
  const directory = path.join(place.path, `backup-${made}`);
  mkdirSync(directory);
  writeFileSync(path.join(directory, 'base.tar.gz'), archive);
  const truth = {
    format: 1,
    madeAt: '2026-11-26T13:45:00.250Z',
    kind: 'base',
    onceover: '0.1.0',
    postgres: '18.4',
    unpackedBytes: 10_000,
    databases: [{ name: 'onceover', ids: [ID] }],
    files: [{ name: 'base.tar.gz', bytes: archive.length, sha256: createHash('sha256').update(archive).digest('hex') }],
  };
  const told = manifest(truth);
  writeFileSync(path.join(directory, 'manifest.json'), typeof told === 'string' ? told : JSON.stringify(told));
  beside?.(directory);
  return directory;
}

const file = (name: string, content = 'x'): TarEntry => ({ name, content });
const foreign = /was not made by Onceover, or was changed: its archive contains /;
const changed = /does not describe a backup: it was changed or damaged/;

const backups: readonly (readonly [string, Tampered, RegExp])[] = [
  ['a file above', { entries: [file('../../outside')] }, foreign],
  ['a file of the root', { entries: [file('/tmp/onceover-outside')] }, foreign],
  ['a link to the keys', { entries: [{ name: 'base', type: '2', link: '../../keys' }, file('base/1')] }, foreign],
  ['a second name of a key', { entries: [{ name: 'base/1', type: '1', link: '../../keys/database.id' }] }, foreign],
  ['a device', { entries: [{ name: 'base/1', type: '3' }] }, foreign],
  ['recovery from elsewhere', { entries: [file('PG_VERSION', '18'), file('recovery.signal')] }, foreign],
  ['tables elsewhere', { entries: [file('tablespace_map', '16384 /tmp')] }, foreign],
  ['a name that a terminal obeys', { entries: [file('\u001b]0;x\u0007')] }, foreign],
  ['a hundred megabytes in a hundred kilobytes', { entries: [file('base/1', '0'.repeat(100_000_000))] }, foreign],
  ['more said than there is', { entries: [{ name: 'base/1', content: 'x', size: 1e10 }] }, foreign],
  ['a torn archive', { archive: gzipSync(tarOf([file('base/1', 'x'.repeat(5_000))])).subarray(0, 40) }, /./],
  ['no archive', { archive: Buffer.from('#!/bin/sh\ntouch /tmp/onceover-outside\n') }, /./],
  [
    'a database in a file elsewhere',
    {
      manifest: (told) => ({ ...told, kind: 'dump', databases: [{ name: 'a', ids: [ID], file: '../../etc/passwd' }] }),
    },
    changed,
  ],
  [
    'a name in the manifest that a terminal obeys',
    { manifest: (told) => ({ ...told, onceover: '\u001b[2J' }) },
    changed,
  ],
  ['a prototype', { manifest: (told) => JSON.stringify(told).replace('{', '{"__proto__":{"kind":"dump"},') }, changed],
  ['a number beyond counting', { manifest: (told) => ({ ...told, unpackedBytes: 1e300 }) }, changed],
  ['zeros', { manifest: () => '\u0000'.repeat(1_000) }, changed],
  ['a device for an archive', { beside: (directory) => link(directory, '/dev/zero') }, /is not what was written/],
];

function link(directory: string, target: string): void {
  const archive = path.join(directory, 'base.tar.gz');
  rmSync(archive);
  symlinkSync(target, archive);
}

/** `npm run backup -- verify`, in this process. */
async function verify(backup: string): Promise<{ readonly code: number; readonly text: string }> {
  const config = loadEmbeddedConfig({ ONCEOVER_DATA_DIR: place.dataDir, ONCEOVER_KEYS_DIR: place.keysDir });
  const lines: string[] = [];
  const code = await runOperatorCommand(['backup', 'verify', backup], {
    config: () => config,
    open: () => Promise.reject(new Error('no database is asked for')),
    write: (line) => void lines.push(line),
  }).catch((error: Error) => {
    lines.push(error.message);
    return 1;
  });
  return { code, text: lines.join('\n') };
}

test('a backup that somebody changed is opened by nobody: nothing is written but in its place, nothing is left, nothing is obeyed', async () => {
  const begun = performance.now();
  const chosen = Array.from({ length: volume(backups.length) }, (_, number) => backups[number % backups.length]);
  for (const each of chosen) {
    const [what, tampered, sentence] = each ?? expect.fail();
    const { code, text } = await verify(backupWith(tampered));
    expect([what, code, text]).toEqual([what, 1, expect.stringMatching(sentence)]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not come back.
    expect([what, text.replaceAll('\n', '')]).not.toEqual([what, expect.stringMatching(/[\u0000-\u001f\u007f]/)]);
    for (const outside of ['outside', 'outside/x']) expect(existsSync(path.join(place.path, outside))).toBe(false);
  }
  expect(existsSync('/tmp/onceover-outside')).toBe(false);
  expect(existsSync(place.dataDir)).toBe(false);
  expect(readdirSync(place.keysDir)).toEqual(['database.id']);
  const each = (performance.now() - begun) / chosen.length;
  process.stdout.write(`restore-and-import: backups: ${chosen.length} refused, ${Math.round(each)} ms each\n`);
});
