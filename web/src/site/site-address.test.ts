import type { PageData } from '@onceover/schema/web/page-data';
import { expect, test } from 'vitest';
import { replacePageData } from './page-data.ts';
import { isServedHere, siteAddress } from './site-address.ts';

const withOrigin = (siteOrigin: string | null) => replacePageData({ siteOrigin } as PageData);

test('on the site links stay as they are', () => {
  withOrigin(null);
  for (const href of ['/', '/signin', '/secret/x', 'https://blog.example/']) expect(siteAddress(href)).toBe(href);
});

test.each([
  ['/private/:metadataKey', true],
  ['/private/:metadataKey/burn', true],
  ['/', false],
  ['/signin', false],
  ['/secret/:secretKey/password', false],
] as const)('the site serves %s, and whether a custom host does is %s', (pattern, isServed) => {
  withOrigin(null);
  expect(isServedHere(pattern)).toBe(true);
  withOrigin('https://once.example');
  expect(isServedHere(pattern)).toBe(isServed);
});

test.each([
  ['/', 'https://once.example/'],
  ['/signin', 'https://once.example/signin'],
  ['/about#api', 'https://once.example/about#api'],
  ['/private', 'https://once.example/private'],
  ['/secret/x/password', 'https://once.example/secret/x/password'],
  ['/secret/x', '/secret/x'],
  ['/private/x?y', '/private/x?y'],
  ['/private/x/burn', '/private/x/burn'],
  ['#main', '#main'],
  ['https://blog.example/', 'https://blog.example/'],
])('on a custom host %s leads to %s', (href, address) => {
  withOrigin('https://once.example');
  expect(siteAddress(href)).toBe(address);
});
