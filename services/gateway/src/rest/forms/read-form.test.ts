import { Busboy } from '@fastify/busboy';
import { laterConcealForm } from '@onceover/schema/rest/later';
import { concealForm } from '@onceover/schema/rest/secret';
import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../http/api-error.ts';
import { Form } from './form.ts';
import { formReader, nestedReader } from './form-reader.ts';
import { readForm } from './read-form.ts';

const URLENCODED = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const readConceal = formReader(concealForm);

async function read(contentType: string | undefined, body: string | Buffer, query = '') {
  return readConceal(await formOf(contentType, body, query));
}

async function formOf(contentType: string | undefined, body: string | Buffer, query = '') {
  return (await readForm({ contentType, body: Buffer.from(body), query })).form;
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

test.each([
  'text/plain',
  'application/octet-stream',
  'application/xml',
  'json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded; charset=windows-1252',
])('a body of another type is refused: %s', async (type) => expect(await refusal(type, 'secret=a')).toBe('bad_type'));

test('a body without a type is a form', async () => {
  expect(await read(undefined, 'secret=a+b&ttl=3600')).toMatchObject({ secret: 'a b', ttl: 3600 });
  expect(await refusal(undefined, 'secret=%zz')).toBe('bad_encoding');
});

test.each([undefined, URLENCODED, JSON_TYPE, 'multipart/form-data; boundary=x', 'text/plain'])(
  'an empty body has no fields, whatever its type: %s',
  async (type) => {
    expect(await read(type, '')).toEqual(readConceal(new Form()));
    expect((await read(type, '', 'secret=a')).secret).toBe('a');
  },
);

test.each(['iso-8859-1', 'ISO-8859-1', '"ISO-8859-1"', 'us-ascii', 'US-ASCII', 'UTF-8', '"utf-8"', 'utf8'])(
  'a form that says %s is read as the UTF-8 that it is',
  async (charset) => {
    const type = `${URLENCODED}; charset=${charset}`;
    expect((await read(type, 'secret=tea+at+5')).secret).toBe('tea at 5');
    expect((await read(type, 'secret=caf\u00e9')).secret).toBe('caf\u00e9');
    expect((await read(type, 'secret=caf%C3%A9')).secret).toBe('caf\u00e9');
    expect(await refusal(type, Buffer.from('secret=caf\u00e9', 'latin1'))).toBe('bad_encoding');
    expect(await refusal(type, 'secret=caf%E9')).toBe('bad_encoding');
  },
);

/** Whatever is said in none of these ways is not given. */
test.each([
  [JSON_TYPE, '{"passphrase":"","recipient":"","share_domain":"","ttl":""}'],
  [JSON_TYPE, '{"passphrase":null,"recipient":null,"share_domain":null,"ttl":null}'],
  [JSON_TYPE, '{"recipient":[]}'],
  [JSON_TYPE, '{"recipient":[null,""],"ttl":0}'],
  [JSON_TYPE, '{"ttl":-3600}'],
  [JSON_TYPE, '{"ttl":-0.5}'],
  [JSON_TYPE, '{"ttl":"0"}'],
  [JSON_TYPE, '{"ttl":"-1"}'],
  [URLENCODED, 'passphrase=&recipient=&share_domain=&ttl='],
  [URLENCODED, 'recipient[]=&ttl=0'],
  [URLENCODED, 'passphrase&recipient&share_domain&ttl=-3600'],
  [undefined, 'passphrase=&recipient=&share_domain=&ttl=0'],
  ['multipart/form-data; boundary=x', multipart('name="passphrase"\r\n\r\n', 'name="ttl"\r\n\r\n')],
])('empty, null, or a lifetime not above zero: not given: %s %s', async (type, body) => {
  expect(await read(type, body)).toEqual(readConceal(new Form()));
});

test.each([
  ['3600', 3600],
  ['3600.0', 3600],
  ['3600.9', 3600],
  ['3.6e3', 3600],
  ['"3600"', 3600],
  ['"3600.0"', 3600],
])('a lifetime in JSON may be %s', async (ttl, seconds) => {
  expect((await read(JSON_TYPE, `{"ttl":${ttl}}`)).ttl).toBe(seconds);
});

test.each([
  [JSON_TYPE, '{"recipient":"a@b.c"}'],
  [JSON_TYPE, '{"recipient":["a@b.c"]}'],
  [URLENCODED, 'recipient=a@b.c'],
  [URLENCODED, 'recipient[]=a%40b.c'],
  [undefined, 'recipient=a@b.c'],
])('a recipient is a text or a list: %s %s', async (type, body) => {
  expect((await read(type, body)).recipient).toEqual(['a@b.c']);
});

function multipart(...parts: string[]) {
  return `${parts.map((part) => `--x\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--x--\r\n`;
}

test('multipart fields are read like any form', async () => {
  const body = multipart('name="secret"\r\n\r\ntea 🫖', 'name="recipient[]"\r\n\r\na@b.c');
  const form = await read('multipart/form-data; boundary=x', body);
  expect(form).toMatchObject({ secret: 'tea 🫖', recipient: ['a@b.c'] });
});

test('multipart as .NET writes it: a quoted boundary, bare names, and a type for each part', async () => {
  const part = (name: string, value: string) =>
    `--x\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${value}\r\n`;
  const body = `${part('secret', 'tea 🫖')}${part('ttl', '3600')}--x--\r\n`;
  expect(await read('multipart/form-data; boundary="x"', body)).toMatchObject({ secret: 'tea 🫖', ttl: 3600 });
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

/** What it is to be read as, in each kind of body. */
const fourFields = { secret: 'a', ttl: 3600, recipient: ['a@b.c', 'd@e.f'] };

test.each([
  [JSON_TYPE, '{"secret":{"secret":"a","ttl":3600.0,"passphrase":null,"recipient":["a@b.c","d@e.f"]}}'],
  [URLENCODED, 'secret[secret]=a&secret[ttl]=3600&secret[recipient][]=a@b.c&secret[recipient][]=d@e.f'],
  [URLENCODED, 'secret%5Bsecret%5D=a&secret%5Bttl%5D=3600&secret%5Brecipient%5D%5B%5D=a@b.c&secret[recipient]=d@e.f'],
  [
    'multipart/form-data; boundary=x',
    multipart(
      'name="secret[secret]"\r\n\r\na',
      'name="secret[ttl]"\r\n\r\n3600',
      'name="secret[recipient][]"\r\n\r\na@b.c',
      'name="secret[recipient][]"\r\n\r\nd@e.f',
    ),
  ],
])('an object is a form within the form: %s %s', async (contentType, body) => {
  const form = await formOf(contentType, body);
  expect(form.isObject('secret')).toBe(true);
  expect(form.text('secret')).toBeUndefined();
  expect(readConceal(form.object('secret') ?? new Form())).toEqual({ ...readConceal(new Form()), ...fourFields });
});

test.each([
  [URLENCODED, 'secret=flat&secret[secret]=nested', ''],
  [JSON_TYPE, '{"secret":"flat","secret[secret]":"nested"}', ''],
])('a text and an object of one name are both there: %s %s', async (contentType, body, query) => {
  const form = await formOf(contentType, body, query);
  expect([form.text('secret'), form.object('secret')?.text('secret')]).toEqual(['flat', 'nested']);
});

test('an object in the body is stronger than a text in the query, and member by member than an object', async () => {
  const within = await formOf(JSON_TYPE, '{"secret":{"secret":"body"}}', 'secret=query');
  expect([within.text('secret'), within.object('secret')?.text('secret')]).toEqual([undefined, 'body']);
  const merged = await formOf(URLENCODED, 'secret[secret]=body', 'secret[secret]=query&secret[ttl]=300');
  expect(merged.object('secret')?.text('secret')).toBe('body');
  expect(merged.object('secret')?.text('ttl')).toBe('300');
  const text = await formOf(URLENCODED, 'secret=body', 'secret[secret]=query');
  expect([text.text('secret'), text.isObject('secret')]).toEqual(['body', false]);
});

test('the fields of a POST may be in the query, an object too', async () => {
  const form = await formOf(undefined, '', 'secret[secret]=a&secret[ttl]=3600&secret[recipient][]=a@b.c');
  expect(readConceal(form.object('secret') ?? new Form())).toMatchObject({ secret: 'a', ttl: 3600 });
});

test.each([
  '{"secret":{"secret":"a","passphrase":{"a":"b"}}}',
  '{"secret":{"secret":{"secret":"a"}}}',
  '{"secret":{"recipient":[{"a":"b"}]}}',
])('an object in place of a text within an object is refused: %s', async (body) => {
  const within = (await formOf(JSON_TYPE, body)).object('secret') ?? new Form();
  expect(() => readConceal(within)).toThrow(expect.objectContaining({ code: 'bad_payload' }));
});

test.each([
  [JSON_TYPE, '{"secret":[{"secret":"a"}]}'],
  [JSON_TYPE, '{"secret":[["a"]]}'],
  [URLENCODED, 'secret[][secret]=a'],
  [URLENCODED, 'secret[][secret]=a&secret[secret]=b'],
])('of objects in a list nothing is read: %s %s', async (contentType, body) => {
  const form = await formOf(contentType, body);
  expect([form.isObject('secret'), form.object('secret')]).toEqual([true, undefined]);
});

test('names that mean something to JavaScript are harmless within an object, too', async () => {
  const sent = '{"secret":{"secret":"a","__proto__":{"ttl":"1"},"constructor":{"prototype":{"ttl":"1"}}}}';
  for (const [type, body] of [
    [JSON_TYPE, sent],
    [URLENCODED, 'secret[secret]=a&secret[__proto__][ttl]=1&secret[constructor][prototype][ttl]=1'],
  ] as const) {
    const within = (await formOf(type, body)).object('secret') ?? new Form();
    expect(readConceal(within)).toEqual({ ...readConceal(new Form()), secret: 'a' });
  }
  expect((await formOf(JSON_TYPE, '{"__proto__":{"secret":"a"}}')).object('__proto__')?.text('secret')).toBe('a');
  expect(({} as { secret?: string }).secret).toBeUndefined();
});

test('half of a surrogate pair is refused at every depth', async () => {
  expect(await refusal(JSON_TYPE, '{"secret":{"secret":"\\ud800"}}')).toBe('bad_encoding');
  expect(await refusal(JSON_TYPE, '{"secret":{"recipient":["\\udfff"]}}')).toBe('bad_encoding');
});

const bracketed = (levels: number) => `a${'[b]'.repeat(levels - 1)}`;

test.each([
  [URLENCODED, (name: string) => `${name}=1`],
  ['multipart/form-data; boundary=x', (name: string) => multipart(`name="${name}"\r\n\r\n1`)],
])('fields of more than eight levels are refused: %s', async (type, bodyOf) => {
  expect((await formOf(type, bodyOf(bracketed(8)))).object('a')).toBeDefined();
  expect(await refusal(type, bodyOf(bracketed(9)))).toBe('bad_payload');
  expect(await refusal(type, bodyOf(bracketed(5000)))).toBe('bad_payload');
});

test.each([
  [JSON_TYPE, `{"secret":{${times(100, (index) => `"f${index}":1`).join()}}}`],
  [JSON_TYPE, `{"identifiers":[${times(10_000, () => '"x"').join()}]}`],
  [JSON_TYPE, `{"secret":{"secret":[${times(100, () => '[1]').join()}]}}`],
  [URLENCODED, times(10_000, () => 'identifiers[]=x').join('&')],
  [URLENCODED, times(101, (index) => `secret[f${index}]=1`).join('&')],
])('members count as fields: %s', async (type, body) => {
  expect(await refusal(type, body)).toBe('bad_payload');
});

describe('fields within an object', () => {
  const readNested = nestedReader('secret', laterConcealForm);
  const nested = async (body: string) => {
    const { form } = await readForm({ contentType: JSON_TYPE, body: Buffer.from(body), query: '' });
    return readNested(form);
  };

  test('are read there, and beside it where it lacks them: no passphrase is lost', async () => {
    expect(await nested('{"secret":{"secret":"a"},"passphrase":"plum","ttl":60}')).toMatchObject({
      secret: 'a',
      passphrase: 'plum',
      ttl: 60,
    });
    expect(await nested('{"secret":{"secret":"a","passphrase":"fig"},"passphrase":"plum"}')).toMatchObject({
      passphrase: 'fig',
    });
    expect(await nested('{"secret":{"ttl":60}}')).toMatchObject({ secret: '', ttl: 60 });
    expect(await nested('{"ttl":60}')).toMatchObject({ secret: '', ttl: 60 });
  });

  test.each(['{"secret":"a"}', '{"secret":[{}]}', '{"secret":{"passphrase":{}}}', '{"secret":{},"passphrase":{}}'])(
    'are refused in another shape: %s',
    async (body) => {
      await expect(nested(body)).rejects.toMatchObject({ code: 'bad_payload' });
    },
  );
});
