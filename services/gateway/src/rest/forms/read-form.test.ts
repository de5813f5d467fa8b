import { Busboy } from '@fastify/busboy';
import { concealForm } from '@onceover/schema/rest/secret';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../http/api-error.ts';
import { formReader } from './form-reader.ts';
import { readForm } from './read-form.ts';

const URLENCODED = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const readConceal = formReader(concealForm);

async function read(contentType: string | undefined, body: string | Buffer, query = '') {
  const { form } = await readForm({ contentType, body: Buffer.from(body), query });
  return readConceal(form);
}

async function refusal(contentType: string | undefined, body: string | Buffer, query = '') {
  const error = await read(contentType, body, query).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  return (error as ApiError).code;
}

test('a form keeps white space, line feeds and every character', async () => {
  const form = await read(URLENCODED, `secret=${encodeURIComponent(' tea\r\n + 🫖 ')}&utf8=%E2%9C%93`);
  expect(form.secret).toBe(' tea\r\n + 🫖 ');
});

test('a plus sign is a space', async () => {
  expect((await read(URLENCODED, 'secret=tea+at+5%2B')).secret).toBe('tea at 5+');
});

test('the last value of a repeated field wins', async () => {
  expect((await read(URLENCODED, 'secret=a&secret=b')).secret).toBe('b');
  expect((await read(JSON_TYPE, '{"secret":"a","secret":"b"}')).secret).toBe('b');
  expect((await read(JSON_TYPE, '{"secret":["a","b"]}')).secret).toBe('b');
});

test('the body overrides the query', async () => {
  const form = await read(URLENCODED, 'secret=body', 'secret=query&ttl=300');
  expect(form).toMatchObject({ secret: 'body', ttl: 300 });
});

test('recipients can be a list or a text; empty and duplicate ones are dropped', async () => {
  expect(
    (await read(URLENCODED, 'recipient[]=a%40b.c&recipient[]=&recipient%5B%5D=a%40b.c&recipient=d@e.f')).recipient,
  ).toEqual(['a@b.c', 'd@e.f']);
  expect((await read(JSON_TYPE, '{"recipient":["a@b.c"]}')).recipient).toEqual(['a@b.c']);
});

test('numbers and booleans in JSON count as their text', async () => {
  expect(await read(JSON_TYPE, '{"secret":12,"ttl":3600.9,"passphrase":true}')).toMatchObject({
    secret: '12',
    ttl: 3600,
    passphrase: 'true',
  });
});

test.each([
  ['', undefined],
  ['abc', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['0.9', undefined],
  ['59', 59],
  ['300.7', 300],
  ['1e21', 2_147_483_647],
])('a lifetime of "%s" reads as %s', async (ttl, seconds) =>
  expect((await read(URLENCODED, `secret=a&ttl=${ttl}`)).ttl).toBe(seconds),
);

test('unknown fields, and names that mean something to JavaScript, are left alone', async () => {
  expect((await read(JSON_TYPE, '{"secret":"a","__proto__":{"ttl":1},"constructor":1,"token":{}}')).secret).toBe('a');
  expect((await read(URLENCODED, '__proto__[ttl]=1&secret=a')).ttl).toBeUndefined();
});

test('an object in place of a text is refused', async () => {
  expect(await refusal(JSON_TYPE, '{"secret":{"secret":"a"}}')).toBe('bad_payload');
  expect(await refusal(URLENCODED, 'secret[secret]=a')).toBe('bad_payload');
  expect(await refusal(JSON_TYPE, '{"secret":"a","passphrase":{}}')).toBe('bad_payload');
  expect(await refusal(JSON_TYPE, '{"secret":[{}]}')).toBe('bad_payload');
});

test.each(['[]', '"text"', 'null', '{', 'secret=a'])('JSON that is no object is refused: %s', async (body) => {
  expect(await refusal(JSON_TYPE, body)).toBe('bad_json');
});

test('JSON sent as a form has no secret in it', async () => {
  expect((await read(URLENCODED, '{"secret":"a"}')).secret).toBeUndefined();
});

test.each(['secret=%', 'secret=%zz', 'secret=%ff', 'secret=%C0%AF', 'secret=%ED%A0%80'])(
  'broken percent-encoding is refused: %s',
  async (body) => {
    expect(await refusal(URLENCODED, body)).toBe('bad_encoding');
    expect(await refusal(URLENCODED, '', body)).toBe('bad_encoding');
  },
);

test('broken UTF-8 is refused in every kind of body', async () => {
  const broken = Buffer.from([0x73, 0x3d, 0xff]);
  expect(await refusal(URLENCODED, broken)).toBe('bad_encoding');
  expect(await refusal(JSON_TYPE, broken)).toBe('bad_encoding');
  expect(await refusal('multipart/form-data; boundary=x', broken)).toBe('bad_encoding');
  expect(await refusal(JSON_TYPE, '{"secret":"\\ud800"}')).toBe('bad_encoding');
});

test.each([undefined, 'text/plain', 'application/octet-stream', 'application/json; charset=utf-16'])(
  'a body of another type is refused: %s',
  async (type) => expect(await refusal(type, 'secret=a')).toBe('bad_type'),
);

test('an empty body needs no type', async () => {
  expect((await read(undefined, '', 'secret=a')).secret).toBe('a');
});

function multipart(...parts: string[]) {
  return `${parts.map((part) => `--x\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--x--\r\n`;
}

test('multipart fields are read like any form', async () => {
  const body = multipart('name="secret"\r\n\r\ntea 🫖', 'name="recipient[]"\r\n\r\na@b.c');
  const form = await read('multipart/form-data; boundary=x', body);
  expect(form).toMatchObject({ secret: 'tea 🫖', recipient: ['a@b.c'] });
});

test('files and broken multipart bodies are refused', async () => {
  const type = 'multipart/form-data; boundary=x';
  expect(await refusal(type, multipart('name="secret"; filename="a.txt"\r\n\r\nx'))).toBe('bad_type');
  expect(await refusal(type, '--x\r\nContent-Disposition: form-data; name="secret"\r\n\r\nte')).toBe('bad_encoding');
  expect(await refusal('multipart/form-data', 'x')).toBe('bad_encoding');
});

const times = (count: number, text: (index: number) => string) => Array.from({ length: count }, (_, n) => text(n));

/** A form of so many fields, in each kind of body and in the query. */
function formsOf(fields: number): [string, string, string, string][] {
  const pairs = times(fields, (index) => `f${index}=1`).join('&');
  return [
    ['url-encoded', URLENCODED, pairs, ''],
    ['a query', URLENCODED, '', pairs],
    ['JSON', JSON_TYPE, `{${times(fields, (index) => `"f${index}":1`).join()}}`, ''],
    ['a list in JSON', JSON_TYPE, `{"recipient":[${times(fields - 1, () => '1').join()}]}`, ''],
    [
      'multipart',
      'multipart/form-data; boundary=x',
      multipart(...times(fields, (index) => `name="f${index}"\r\n\r\n1`)),
      '',
    ],
  ];
}

test.each(formsOf(101))('more than a hundred fields are refused: %s', async (_kind, type, body, query) => {
  expect(await refusal(type, body, query)).toBe('bad_payload');
});

test.each(formsOf(100))('a hundred fields are read: %s', async (_kind, type, body, query) => {
  expect((await read(type, body, query)).secret).toBeUndefined();
});

test('parts without a name count as fields', async () => {
  const body = `${times(101, () => '--x\r\n\r\n\r\n').join('')}--x--\r\n`;
  expect(await refusal('multipart/form-data; boundary=x', body)).toBe('bad_payload');
});

test('JSON of more than eight levels is refused', async () => {
  const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  expect((await read(JSON_TYPE, nested(8))).secret).toBeUndefined();
  expect(await refusal(JSON_TYPE, nested(9))).toBe('bad_payload');
});

test.each([
  ['a file', 'name="a"; filename="b"\r\n\r\n', 'bad_type'],
  ['too many fields', 'name="a"\r\n\r\n', 'bad_payload'],
])('the parser of a multipart body is destroyed at the first breach: %s', async (_what, part, code) => {
  const read = vi.spyOn(Busboy.prototype, '_write');
  const type = 'multipart/form-data; boundary=x';
  expect(await refusal(type, multipart(...times(20_000, () => part)))).toBe(code);
  const bytes = read.mock.calls.reduce((sum, [piece]) => sum + (piece as Buffer).length, 0);
  expect(bytes).toBeLessThan(16 * 1024);
});
