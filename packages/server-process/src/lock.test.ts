import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { birthOf, lockDirectory } from './index.ts';

let place: string;
let lockFile: string;
const failure = (problem: string, message: string) => new Error(`${problem}: ${message}`);
const lock = () => lockDirectory(lockFile, failure);

beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'lock-'));
  lockFile = path.join(place, 'owner.lock');
});

afterEach(() => rmSync(place, { recursive: true, force: true }));

test('a directory has one holder at a time, who is named', () => {
  const unlock = lock();
  expect(lock).toThrow(`already-running: The data directory is in use by process ${process.pid}`);
  unlock();
  expect(existsSync(lockFile)).toBe(false);
  lock()();
});

test.each([
  ['a process that is gone', { pid: 2 ** 22 + 1 }],
  ['an earlier process with the same number', { pid: process.pid, birth: 'earlier' }],
  ['nobody', 'not json'],
])('a lock of %s is taken over', (_, owner) => {
  writeFileSync(lockFile, typeof owner === 'string' ? owner : JSON.stringify(owner));
  const unlock = lock();
  expect(readdirSync(place)).toEqual(['owner.lock']);
  unlock();
});

test('a lock whose holder has lost it is left to the one who has it', () => {
  const unlock = lock();
  writeFileSync(lockFile, JSON.stringify({ pid: process.pid, birth: birthOf(process.pid), other: true }));
  unlock();
  expect(existsSync(lockFile)).toBe(true);
});

test('a place that cannot be written to is the fault of the directory', () => {
  lockFile = path.join(place, 'absent', 'owner.lock');
  expect(lock).toThrow(`data-directory-not-writable: Cannot write ${lockFile} (ENOENT).`);
});
