import { expect, test } from 'vitest';
import { passkeySiteOf } from './passkey-site.ts';

test.each([
  ['once.example', 'once.example', 'https://once.example', true],
  ['Once.Example', 'once.example', 'https://once.example', true],
  ['once.example:8443', 'once.example', 'https://once.example:8443', true],
  ['once.example:8443', 'once.example', 'https://once.example', false],
  ['once.example', 'once.example', 'http://once.example', false],
  ['once.example', 'once.example', 'https://admin.once.example', false],
  ['once.example', 'once.example', 'https://once.example.evil.example', false],
  [undefined, 'localhost', 'http://localhost:3000', true],
  ['localhost:3000', 'localhost', 'http://localhost:3000', true],
  ['127.0.0.1:3000', 'localhost', 'http://localhost:3000', true],
  [undefined, 'localhost', 'http://localhost.evil.example', false],
  [undefined, 'localhost', 'https://localhost', false],
])('a site at %s has the passkeys of %s, and a page of %s is its own: %s', (siteHost, rpId, origin, isOwn) => {
  const site = passkeySiteOf(siteHost);
  expect(site.rpId).toBe(rpId);
  expect(site.isOwn(origin)).toBe(isOwn);
});
