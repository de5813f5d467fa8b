import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDirectory, writableDirectory } from './index.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'directory-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const failure = (problem: string, options: { cause: unknown }) => new Error(problem, options);
const make = (...names: readonly string[]) => writableDirectory(path.join(place, ...names), 0o700, failure);

test('what is missing is made with the mode, and what is there is left as it is', () => {
  expect(make('a', 'b')).toBe(path.join(place, 'a', 'b'));
  for (const names of [['a'], ['a', 'b']]) expect(statSync(path.join(place, ...names)).mode & 0o777).toBe(0o700);
  chmodSync(path.join(place, 'a'), 0o755);
  expect(make('a')).toBe(path.join(place, 'a'));
  expect(statSync(path.join(place, 'a')).mode & 0o777).toBe(0o755);
});

test('a link to a directory is that directory', () => {
  mkdirSync(path.join(place, 'real'));
  symlinkSync(path.join(place, 'real'), path.join(place, 'link'));
  expect(make('link')).toBe(path.join(place, 'real'));
  expect(make('link', 'below')).toBe(path.join(place, 'real', 'below'));
});

test('what keeps it from being written to is told', () => {
  writeFileSync(path.join(place, 'file'), '');
  symlinkSync(path.join(place, 'nowhere'), path.join(place, 'broken'));
  expect(() => make('file')).toThrow('cannot be written to: it is a file (EEXIST)');
  expect(() => make('file', 'below')).toThrow('cannot be written to: a part of its path is a file (ENOTDIR)');
  expect(() => make('broken')).toThrow('cannot be written to');
});

test('one that is only made says so, and one that is there is left as it is', () => {
  writeFileSync(path.join(place, 'file'), '');
  expect(() => makeDirectory(path.join(place, 'file', 'below'), 0o700, failure)).toThrow(
    'cannot be made: a part of its path is a file (ENOTDIR)',
  );
  makeDirectory(path.join(place, 'a', 'b'), 0o700, failure);
  chmodSync(path.join(place, 'a', 'b'), 0o500);
  makeDirectory(path.join(place, 'a', 'b'), 0o700, failure);
  expect(statSync(path.join(place, 'a', 'b')).mode & 0o777).toBe(0o500);
});

test.runIf(process.platform === 'linux')('a place where nothing can be made is told, and not tried for ever', () => {
  expect(() => writableDirectory('/proc/none/below', 0o700, failure)).toThrow(
    'cannot be written to: nothing can be made there (ENOENT)',
  );
});
