import { expect, test } from 'vitest';
import { parseLink } from './links.ts';

const KEY = 'p3s8g1y6e4u9a2l7i0o5x3w8q6d1z4k';

test.each([
  [`https://once.example/secret/${KEY}`, 'secret', 'https://once.example'],
  [`http://127.0.0.1:3000/secret/${KEY}/`, 'secret', 'http://127.0.0.1:3000'],
  [`  https://once.example/secret/${KEY}?utm_source=chat#top\n`, 'secret', 'https://once.example'],
  [`https://once.example/private/${KEY}`, 'private', 'https://once.example'],
  [`https://once.example/private/${KEY}/burn`, 'private', 'https://once.example'],
  [KEY, 'key', undefined],
])('%s is read', (text, kind, server) => {
  expect(parseLink(text)).toEqual({ kind, key: KEY, server });
});

test.each([
  '',
  'secret',
  `once.example/secret/${KEY}`,
  'https://once.example/',
  `https://once.example/other/${KEY}`,
  `ftp://once.example/secret/${KEY}`,
  'https://once.example/secret/short',
])('"%s" is refused without being repeated', (text) => {
  expect(() => parseLink(text)).toThrow(expect.objectContaining({ code: 'bad_link' }));
  expect(() => parseLink(text)).toThrow(/^This is not the link of a secret\. Give the whole link/);
});
