import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keepPosition, readPosition } from './position-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'onceover-position-'));
afterAll(() => rmSync(folder, { recursive: true }));
const place = (name: string) => path.join(folder, name);

test('a position is read as it was kept, from a file that is its owner’s alone', () => {
  const file = place('position');
  expect(readPosition(file)).toBeUndefined();
  writeFileSync(file, '3');
  chmodSync(file, 0o644);
  keepPosition(file, '12');
  expect(readPosition(file)).toBe('12');
  expect(readFileSync(file, 'utf8')).toBe('12\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each(['', 'canary', '-1', '1\n2', '12345678901234567'])('%j is no position, and is not repeated', (text) => {
  writeFileSync(place('damaged'), text);
  const sentence = 'The file of --state does not hold a position. Remove it to begin with the oldest event.';
  expect(() => readPosition(place('damaged'))).toThrow(expect.objectContaining({ reason: 'usage', message: sentence }));
});

test('a place that cannot be read or written is said, and nothing is left beside it', () => {
  expect(() => readPosition(folder)).toThrow(/cannot be read \(EISDIR\)/);
  const before = readdirSync(folder);
  const directory = place('.');
  expect(() => keepPosition(directory, '1')).toThrow(expect.objectContaining({ reason: 'notWritten' }));
  expect(() => keepPosition(place('nowhere/position'), '1')).toThrow(/cannot be written \(ENOENT\)/);
  expect(readdirSync(folder)).toEqual(before);
});
