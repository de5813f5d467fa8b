import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { memoryDirectory } from './temporary-directory.js';

let place: string;
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'place-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

test('everybody may write into it, and it is gone with the program that asked for it', () => {
  const module = fileURLToPath(new URL('./temporary-directory.js', import.meta.url));
  const words = `
    import { statSync, writeFileSync } from 'node:fs';
    const { memoryDirectory } = await import(${JSON.stringify(module)});
    const directory = memoryDirectory(${JSON.stringify(place)}, 1);
    writeFileSync(directory + '/left', '');
    console.log(directory, (statSync(directory).mode & 0o7777).toString(8));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', words], { encoding: 'utf8' });
  const [directory = '', mode] = stdout.trim().split(' ');
  expect(path.dirname(directory)).toBe(place);
  expect(mode).toBe('1777');
  expect(readdirSync(place)).toEqual([]);
});

test('there is none where too little is free, and none where there is no such place', () => {
  expect(memoryDirectory(place, 2 ** 60)).toBeUndefined();
  expect(memoryDirectory(path.join(place, 'nowhere'), 1)).toBeUndefined();
  expect(readdirSync(place)).toEqual([]);
});

test('what a killed run left a day ago is removed, and nothing else', () => {
  const days = (count: number) => Date.now() / 1000 - count * 24 * 60 * 60;
  const ages = { 'onceover-tests-old': 2, 'onceover-tests-new': 0.5, other: 2 };
  for (const [name, age] of Object.entries(ages)) {
    mkdirSync(path.join(place, name));
    writeFileSync(path.join(place, name, 'file'), '');
    utimesSync(path.join(place, name), days(age), days(age));
  }
  const directory = memoryDirectory(place, 1) ?? expect.fail('there is none');
  expect(statSync(directory).isDirectory()).toBe(true);
  expect(existsSync(path.join(place, 'onceover-tests-old'))).toBe(false);
  expect(readdirSync(place).filter((name) => name !== path.basename(directory))).toEqual([
    'onceover-tests-new',
    'other',
  ]);
});
