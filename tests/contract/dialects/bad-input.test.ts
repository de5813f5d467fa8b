import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { type Answer, ask, URLENCODED } from '../../support/http.ts';
import { created, hearDialects, later, v1, v3Guest } from '../support/dialects.ts';
import { expectApiHeaders } from '../support/expectations.ts';
import { unknownKey } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

hearDialects();

const system = systemOfThisFile();

const JSON_TYPE = 'application/json';
const PARTS = 'multipart/form-data; boundary=b';
const part = (name: string, value: string, more = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

/** Where each dialect creates. Conceal in v2 is shared: who is told is decided by the body. */
const places = [
  '/api/v1/share',
  '/api/v2/secret/conceal',
  '/api/v2/guest/secret/conceal',
  '/api/v3/guest/secret/conceal',
];

const wide = JSON.stringify({ secret: { secret: 'a', recipient: new Array(200).fill('a') } });
const bodies: readonly (readonly [what: string, type: string, body: string | Buffer, later: number])[] = [
  ['JSON that ends too soon', JSON_TYPE, '{"secret":{"secret":"a"', 422],
  ['JSON with a comma too many', JSON_TYPE, '{"secret":{"secret":"a",}}', 422],
  ['a list', JSON_TYPE, '[{"secret":{"secret":"a"}}]', 422],
  ['a text', JSON_TYPE, '"secret"', 422],
  ['null', JSON_TYPE, 'null', 422],
  ['bytes that are not UTF-8', JSON_TYPE, Buffer.from('{"secret":{"secret":"\xff\xfe"}}', 'latin1'), 422],
  ['half a surrogate pair', JSON_TYPE, '{"secret":{"secret":"\\udc00"}}', 422],
  ['lists in lists', JSON_TYPE, '{"secret":{"recipient":[[["a"]]]},"recipient":[[["a"]]]}', 422],
  ['objects in a list', JSON_TYPE, '{"secret":[{"secret":"a"}]}', 422],
  ['objects too deep', JSON_TYPE, `{"secret":${'{"secret":'.repeat(5000)}1${'}'.repeat(5000)}}`, 422],
  ['too many values', JSON_TYPE, wide, 422],
  ['an object for a passphrase', JSON_TYPE, '{"secret":{"secret":"a","passphrase":{}},"passphrase":{}}', 422],
  ['a form that is not UTF-8', URLENCODED, Buffer.from('secret[secret]=\xff', 'latin1'), 422],
  ['broken percent-encoding', URLENCODED, 'secret[secret]=%f', 422],
  ['too many fields', URLENCODED, 'secret[a]=1&'.repeat(101), 422],
  ['a form too deep', URLENCODED, `secret${'[a]'.repeat(5000)}=1`, 422],
  ['a file', PARTS, `${part('secret[secret]', 'a', '; filename="a.txt"')}--b--\r\n`, 415],
  ['parts without an end', PARTS, part('secret[secret]', 'a'), 422],
  ['another type', 'text/plain', 'secret[secret]=a', 415],
  ['another charset', `${URLENCODED}; charset=utf-16`, 'secret[secret]=a', 415],
];

/** Bodies with nothing nested in sight: where two dialects share a path, it is our own that is told. */
const flat: ReadonlySet<string> = new Set(['a text', 'null']);

test.each(bodies)('%s', async (what, type, body, status) => {
  for (const path of places) {
    const answer = await ask(system.url, path, { body, headers: { 'content-type': type } });
    expectApiHeaders(answer);
    const isOurs = path === '/api/v2/secret/conceal' && flat.has(what);
    const told = [answer.status, answer.json.error_type];
    if (path.startsWith('/api/v1')) expect(told).toEqual([404, undefined]);
    else if (isOurs) expect(told).toEqual([status === 422 ? 400 : status, undefined]);
    else expect(told).toEqual([status, 'FormError']);
  }
});

test('both kinds of secret in one body, by every type', async () => {
  for (const [type, body] of [
    [URLENCODED, 'secret=a&secret[secret]=b'],
    [URLENCODED, 'secret%5Bsecret%5D=b&secret=a'],
    [PARTS, `${part('secret', 'a')}${part('secret[secret]', 'b')}--b--\r\n`],
  ] as const) {
    for (const path of places.slice(1)) {
      const { status, json } = await ask(system.url, path, { body, headers: { 'content-type': type } });
      expect([status, json.error, json.error_type]).toEqual([422, 'Incorrect payload format', 'FormError']);
    }
  }
});

test('ten thousand identifiers, in one text or in a list, ask for nothing', async () => {
  const { secretKey } = await created(system.url, later);
  const few = `${`${secretKey},`.repeat(1900)}${unknownKey}`;
  // The same key many times is one key.
  const once = await ask(system.url, '/api/v2/secret/status', { body: `identifiers=${few}` });
  expect([once.status, once.json.count]).toEqual([200, 1]);
  const many = Array.from({ length: 10_000 }, (_, at) => `${unknownKey.slice(0, 26)}${10_000 + at}`);
  for (const path of ['/api/v2/secret/status', '/api/v3/secret/status', '/api/v3/guest/receipts']) {
    for (const [body, status] of [
      [`identifiers=${many.join(',')}`, 413],
      [`identifiers=${many.slice(0, 1900).join(',')}`, 422],
      [
        many
          .slice(0, 1000)
          .map((key) => `identifiers[]=${key}`)
          .join('&'),
        422,
      ],
      [`identifiers=${many.slice(0, 26).join(',')}`, 422],
    ] as const) {
      const answer = await ask(system.url, path, { body, headers: { 'content-type': URLENCODED } });
      expect([answer.status, answer.json.error_type]).toEqual([status, 'FormError']);
    }
    const body = JSON.stringify({ identifiers: many });
    const listed = await ask(system.url, path, { body, headers: { 'content-type': JSON_TYPE } });
    expect(listed.json.error_type).toBe('FormError');
  }
});

test.each(['Basic bmluYQ==', 'Basic Og==', 'Basic bmluYTo=', 'Basic OnRva2Vu', 'Basic', 'Basic =', 'Bearer abc', ''])(
  'a bad credential is told before anything else: %s',
  async (authorization) => {
    for (const [path, method, status] of [
      ['/api/v1/status', 'GET', 404],
      ['/api/v1/share', 'POST', 404],
      [`/api/v1/secret/${unknownKey}`, 'POST', 404],
      ['/api/v2/receipt/recent', 'GET', 401],
      [`/api/v2/receipt/${unknownKey}`, 'PATCH', 401],
      ['/api/v2/secret/generate', 'POST', 401],
      [`/api/v3/secret/${unknownKey}`, 'GET', 401],
      ['/api/v2/private/recent', 'GET', 403],
    ] as const) {
      const answer = await ask(system.url, path, { method, headers: { authorization } });
      expect([path, answer.status, answer.json.message]).toEqual([path, status, 'Not authorized']);
    }
  },
);

test('keys that are none: long, odd and broken', async () => {
  const odd = ['k'.repeat(8000), '%00', '..%2f..%2fetc', '%F0%9F%98%80', "'%20or%201=1", '__proto__', 'constructor'];
  for (const key of [...odd, unknownKey.toUpperCase(), unknownKey.slice(1)]) {
    for (const answer of [
      await v1.open(system.url, key),
      await v1.see(system.url, key),
      await later.open(system.url, key),
      await v3Guest.see(system.url, key),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([404, 'unknown_secret']);
      expect(answer.json.secret_key.length).toBeLessThanOrEqual(64);
    }
  }
});

/** What Fastify itself refuses. */
test('paths that cannot be decoded are answered in the manner of their dialect, and the server goes on', async () => {
  for (const [path, status] of [
    ['/api/v1/%zz', 404],
    ['/api/v1/secret/%e0%a4%a', 404],
    ['/api/v2/receipt/%zz', 422],
    ['/api/v2/guest/secret/%zz/reveal', 422],
    ['/api/v3/%zz', 422],
    ['/api/v2/private/%zz', 400],
    ['/secret/%zz', 400],
  ] as const) {
    for (const method of ['GET', 'POST']) {
      const answer = await ask(system.url, path, { method });
      expect([method, path, answer.status]).toEqual([method, path, status]);
    }
  }
  expect((await ask(system.url, '/api/v1/status')).status).toBe(200);
});

test('a client that goes away in the middle of a body is nobody`s trouble', async () => {
  const { hostname, port } = new URL(system.url);
  for (const path of places) {
    const headers = { 'content-type': URLENCODED, 'content-length': '1000' };
    const sent = request({ hostname, port, path, method: 'POST', headers, agent: new Agent() });
    sent.on('error', () => {});
    sent.write('secret[secret]=a');
    await new Promise((resolve) => setTimeout(resolve, 20));
    sent.destroy();
  }
  const alive: Answer = await v1.create(system.url);
  expect(alive.status).toBe(200);
});
