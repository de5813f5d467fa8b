import { expect, test } from 'vitest';
import { wantedHost } from './share-domain.ts';

test('no host is requested where none is given', () => {
  expect(wantedHost('')).toBeNull();
});

test('a host is taken in lower case', () => {
  expect(wantedHost('Once.ACME.example')).toBe('once.acme.example');
  expect(wantedHost('xn--bcher-kva.example')).toBe('xn--bcher-kva.example');
});

test.each([
  ' ',
  'localhost',
  'a..b',
  '-a.example',
  'a_b.example',
  'a.example/x',
  'a.example:443',
  `${'a'.repeat(64)}.example`,
  'bücher.example',
  'a.example\n',
])('%j is no host name', (text) => {
  expect(() => wantedHost(text)).toThrow(expect.objectContaining({ code: 'secret.invalid-share-domain' }));
});
