import { expect, test } from 'vitest';
import { dialectInSight, dialectOf } from '../../answers/choose-dialect.ts';
import { Form } from '../forms/form.ts';
import { readForm } from '../forms/read-form.ts';

const KEY = 'p3s8g1y6e4u9a2l7i0o5x3w8q6d1z4k';
const CONCEAL = '/api/v2/secret/conceal';

test.each([
  [
    'v1',
    ['/api/v1', '/api/v1/', '/api/v1/share', '/api/v1//share', '/api/v1/nothing/at/all', `/api/v1/secret/${KEY}/`],
  ],
  ['v3', ['/api/v3', '/api/v3/secret/conceal', '/api/v3/guest/receipts', '/api/v3/status', '/api/v3/colonel']],
  [
    'later',
    [
      ...['/api/v2/receipt', '/api/v2/receipt/', '/api/v2/receipt/recent', `/api/v2/receipt/${KEY}/burn`],
      ...['/api/v2//receipt/recent', '/api/v2/receipt//recent', '/api/v2/receipt/a/b/c'],
      ...['/api/v2/guest', '/api/v2/guest/secret/conceal', `/api/v2/guest/secret/${KEY}`, '/api/v2/guest/nothing'],
      ...['/api/v2/secret/status', '/api/v2/secret/status/', `/api/v2/secret/${KEY}/status`],
      ...[`/api/v2/secret/${KEY}/reveal`, `/api/v2/secret/${KEY}/reveal//`, '/api/v2/secret/generate'],
    ],
  ],
  [
    'd18',
    [
      ...['/api/v2', '/api/v2/', CONCEAL, `/api/v2/secret/${KEY}`, `/api/v2/private/${KEY}`, '/api/v2/private/recent'],
      ...['/api/v2/status', '/api/v2/receipts', '/api/v2/guests/secret', '/api/v2/secret', '/api/v2/nothing'],
      ...[`/api/v2/secret/${KEY}/reveals`, `/api/v2/secret/${KEY}/acknowledge`, `/api/v2/secret/a/${KEY}/status`],
      ...['/api/v2/secret//status', '/api/v2/SECRET/generate', '/api/v2/RECEIPT/recent', '/x/api/v1/share'],
      ...['/', '/secret/conceal', `/receipt/${KEY}`, '/incoming', '/api', '/API/V1/share'],
    ],
  ],
  // There was never anything else for programs: what it answers are errors, which later clients read.
  [
    'later',
    [
      '/api/account',
      '/api/account/',
      '/api/colonel/users',
      '/api/organizations',
      '/api/v4/secret/conceal',
      '/api/v11/share',
    ],
  ],
] as const)('%s answers its paths', (dialect, paths) => {
  expect(paths.map((path) => [path, dialectOf(path)])).toEqual(paths.map((path) => [path, dialect]));
});

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const PARTS = 'multipart/form-data; boundary=b';
const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** What a body to conceal speaks: once it has been read, and as it looks before. */
async function spoken(contentType: string | undefined, text: string, query = '') {
  const body = Buffer.from(text);
  const { form } = await readForm({ contentType, body, query });
  return { read: dialectOf(CONCEAL, form), inSight: dialectInSight(CONCEAL, body) };
}

test.each([
  [JSON_TYPE, '{"secret":{"secret":"a"}}'],
  [JSON_TYPE, '{ "ttl": 60,\n "secret" : { } }'],
  [JSON_TYPE, '{"secret":"a","secret":{"secret":"b"}}'],
  [FORM, 'secret[secret]=a&secret[ttl]=60'],
  [FORM, 'secret%5Bsecret%5D=a'],
  [FORM, 'ttl=60&secret%5bsecret%5d=a'],
  // Both kinds: told that it is wrong in the dialect of whoever nests.
  [FORM, 'secret=a&secret[ttl]=60'],
  [FORM, 'secret[ttl]=60&secret=a'],
  [undefined, 'secret[secret]=a'],
  [PARTS, `${part('secret[secret]', 'a')}--b--\r\n`],
])('a nested secret asks for the later dialect: %s %s', async (contentType, text) => {
  expect(await spoken(contentType, text)).toEqual({ read: 'later', inSight: 'later' });
});

test.each([
  [JSON_TYPE, '{"secret":"a","ttl":60}'],
  [JSON_TYPE, '{}'],
  [JSON_TYPE, ''],
  [JSON_TYPE, '{"secret":null}'],
  [JSON_TYPE, '{"secret":["a"]}'],
  [JSON_TYPE, '{"secret":"{\\"secret\\":{\\"secret\\":1}}"}'],
  [JSON_TYPE, '{"secrets":{"secret":"a"}}'],
  [FORM, 'secret=a&ttl=60'],
  [FORM, 'kind=generate'],
  [FORM, 'secret=secret%5Bsecret%5D%3Da'],
  [FORM, 'secret[]=a'],
  [FORM, 'the_secret[secret]=a'],
  [undefined, 'secret=a'],
  [PARTS, `${part('secret', 'a')}--b--\r\n`],
])('a text, or none, asks for ours: %s %s', async (contentType, text) => {
  expect((await spoken(contentType, text)).read).toBe('d18');
});

test('what is in the query is weaker than the body', async () => {
  expect((await spoken(FORM, 'secret=a', 'secret[secret]=b')).read).toBe('d18');
  expect((await spoken(FORM, 'secret[secret]=a', 'secret=b')).read).toBe('later');
  expect((await spoken(FORM, '', 'secret[secret]=b')).read).toBe('later');
  expect((await spoken(FORM, 'ttl=60', 'secret=b')).read).toBe('d18');
});

test('only conceal is decided by the body', () => {
  const nested = new Form();
  nested.add('secret[ttl]', '60');
  const paths = [
    CONCEAL,
    `${CONCEAL}/`,
    '/api/v2/secret/conceal/x',
    '/api/v1/share',
    '/api/v2/private/x/burn',
    '/incoming',
  ];
  expect(paths.map((path) => dialectOf(path, nested))).toEqual(['later', 'later', 'd18', 'v1', 'd18', 'd18']);
  expect(dialectInSight('/api/v1/share', Buffer.from('secret[secret]=a'))).toBe('v1');
  expect([undefined, '', null].map((body) => dialectInSight(CONCEAL, body))).toEqual(['d18', 'd18', 'd18']);
});

test('a path of nothing but slashes is read once, not from each of them, which would take minutes', () => {
  expect(dialectOf(`/api/v2/a${'/'.repeat(400_000)}b`)).toBe('d18');
  expect(dialectOf(`/api/v2/${'/'.repeat(400_000)}receipt${'/'.repeat(400_000)}`)).toBe('later');
});
