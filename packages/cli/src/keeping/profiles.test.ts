import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ProfileFiles, requireProfileName } from './profiles.ts';

const place = mkdtempSync(path.join(tmpdir(), 'onceover-profiles-'));
afterAll(() => rmSync(place, { recursive: true }));
let made = 0;
const freshFolder = () => {
  made += 1;
  return path.join(place, String(made), 'onceover');
};

const profile = { url: 'https://once.example', custid: 'nina@example.com', tokenIn: 'file' } as const;

test('profiles and tokens are kept, and forgotten', () => {
  const files = new ProfileFiles(freshFolder(), 'linux');
  expect(files.profiles()).toEqual({});
  files.keepProfile('work', profile);
  files.keepToken('work', 'canary-token');
  files.keepToken('home', 'other');
  expect(files.profiles()).toEqual({ work: profile });
  expect(files.token('work')).toBe('canary-token');
  files.keepToken('work', undefined);
  files.keepProfile('work', undefined);
  expect(files.profiles()).toEqual({});
  expect(files.token('work')).toBeUndefined();
  expect(files.token('home')).toBe('other');
});

test('only their owner can read them, and a token that others can read is not used', () => {
  const folder = freshFolder();
  const files = new ProfileFiles(folder, 'linux');
  files.keepToken('work', 'canary-token');
  const file = path.join(folder, 'credentials.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  chmodSync(file, 0o644);
  expect(() => files.token('work')).toThrow(`Close it with: chmod 600 ${file}`);
  files.keepToken('home', 'other');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a damaged file is named, and its text is not', () => {
  const folder = freshFolder();
  const files = new ProfileFiles(folder, 'linux');
  files.keepToken('work', 'canary-token');
  const file = path.join(folder, 'credentials.json');
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, -4), { mode: 0o600 });
  expect(() => files.token('work')).toThrow(`${file} is damaged. Remove it and sign in again.`);
});

test.each(['', '../x', 'a b', '-x', 'x'.repeat(65)])('"%s" is no name of a profile', (name) => {
  expect(() => requireProfileName(name)).toThrow(/^The name of a profile has letters/);
});
