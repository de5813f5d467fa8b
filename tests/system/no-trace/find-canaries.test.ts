import { expect, test } from 'vitest';
import { canariesIn } from './find-canaries.ts';

const canaries = { text: 'canary-text-81a7c3', other: 'canary-text-90b8d1', email: 'nina canary@example.com' };
const found = (...parts: readonly (string | Buffer)[]) =>
  canariesIn(Buffer.concat(parts.map((part) => Buffer.from(part as Buffer))), canaries, 'here').map(
    ({ canary }) => canary,
  );

test('a canary is found as text, hexadecimal, base64 and in a URL, wherever it stands, and no other', () => {
  expect(found('canary-text-81a7c3')).toEqual(['text']);
  expect(found(Buffer.alloc(5_001, 7), 'canary-text-90b8d1', Buffer.alloc(3))).toEqual(['other']);
  expect(found('\\x', Buffer.from('canary-text-81a7c3').toString('hex'), '00')).toEqual(['text']);
  expect(found('a', Buffer.from('canary-text-90b8d1').toString('base64'))).toEqual(['other']);
  expect(found('?email=nina%20canary%40example.com&')).toEqual(['email']);
  expect(found('canary-text-81a7c3 canary-text-81a7c3 canary-text-90b8d1').sort()).toEqual(['other', 'text']);
  expect(found('anary-text-81a7', 'canary-text-81', 'canary-text-81a9')).toEqual([]);
  expect(found('')).toEqual([]);
});
