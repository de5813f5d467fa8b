import { expect, test } from 'vitest';
import { linksOf } from './links.ts';

test.each([
  ['https://once.example', 'https://once.acme.example'],
  ['https://once.example:8443', 'https://once.acme.example:8443'],
  ['http://127.0.0.1:3000', 'http://once.acme.example:3000'],
  ['http://[::1]:3000', 'http://once.acme.example:3000'],
  ['http://localhost', 'http://once.acme.example'],
])('on a site at %s, a link on a custom domain carries scheme and port of the site', (site, origin) => {
  const links = linksOf(site);
  expect(links.shareOrigin('once.acme.example')).toBe(origin);
  expect(links.shareUrl('KEY', 'once.acme.example')).toBe(`${origin}/secret/KEY`);
  expect(links.shareUrl('KEY', null)).toBe(`${site}/secret/KEY`);
});
