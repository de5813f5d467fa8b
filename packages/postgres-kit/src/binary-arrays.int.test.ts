import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arrayOf, type BinaryValue, openRowType } from './binary-arrays.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase({ template: 'postgres_kit_empty', migrate: async () => undefined });
  pool = database.pool({ max: 2 });
  await pool.query(`
    create table thing (a bool, gone text, b bytea, c int2, d int4, "E e" text, f timestamptz, g uuid, h jsonb, i numeric);
    alter table thing drop column gone`);
});
afterAll(() => database[Symbol.asyncDispose]());

type TypeName = Parameters<typeof arrayOf>[0];
type Rows = readonly Readonly<Record<string, BinaryValue>>[];

/** What PostgreSQL took the elements for. */
async function read(type: TypeName, values: readonly BinaryValue[]): Promise<unknown[]> {
  const argument = arrayOf(type, values as never);
  const { rows } = await pool.query({
    text: `select a.value from unnest($1::${type}[]) with ordinality a(value, place) order by a.place`,
    values: [argument],
  });
  return rows.map(({ value }) => value);
}

async function readRows(rows: Rows): Promise<unknown[]> {
  const type = await openRowType(pool, 'thing');
  return (await pool.query('select t.* from unnest($1::thing[]) t', [type.arrayOf(rows)])).rows;
}

const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'));
const year = (value: string) => new Date(`${value}-03-01T00:00:00.001Z`);
const date = fc.date({ min: new Date('0001-01-02T00:00:00Z'), max: year('4000'), noInvalidDate: true });
const json = fc
  .jsonValue({ stringUnit: 'grapheme' })
  .map((value) => JSON.stringify(value))
  .filter((value) => !value.includes('u0000') && !/e[+-]|-0\b/.test(value));
const generated: Record<TypeName, fc.Arbitrary<BinaryValue>> = {
  bool: fc.boolean(),
  bytea: fc.uint8Array({ maxLength: 300 }).map((value) => Buffer.from(value)),
  int2: fc.integer({ min: -32_768, max: 32_767 }),
  int4: fc.integer(),
  text,
  timestamptz: date,
  uuid: fc.uuid(),
  jsonb: json,
};
const types = Object.keys(generated) as TypeName[];
const asRead = (type: TypeName, value: BinaryValue) =>
  type === 'jsonb' && value !== null ? JSON.parse(value as string) : value;

describe.each(types)('an array of %s', (type) => {
  test('arrives as it was sent, nulls among it', async () => {
    const values = fc.array(fc.option(generated[type]), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(values, async (sent) => {
        expect(await read(type, sent)).toEqual(sent.map((value) => asRead(type, value)));
      }),
      { numRuns: 50 },
    );
  });

  test('may be empty, or hold only nulls', async () => {
    expect(await read(type, [])).toEqual([]);
    expect(await read(type, [null, null])).toEqual([null, null]);
  });
});

test('the ends of every type arrive', async () => {
  const days = ['0001', '1582', '1969', '1970', '1999', '2000', '2262', '4000'].map(year);
  const moments = [...days, new Date(0), new Date('1999-12-31T23:59:59.999Z'), new Date('2000-01-01T00:00:00Z')];
  expect(await read('timestamptz', moments)).toEqual(moments);
  expect(await read('int2', [-32_768, -1, 0, 32_767])).toEqual([-32_768, -1, 0, 32_767]);
  expect(await read('int4', [-(2 ** 31), -1, 0, 2 ** 31 - 1])).toEqual([-(2 ** 31), -1, 0, 2 ** 31 - 1]);
  const words = ['', 'NULL', '{"a",\\}', 'tēa 茶 🫖', '\u0001\n\t', 'é'.repeat(5000), '\uffff'.repeat(9000)];
  expect(await read('text', words)).toEqual(words);
});

test('as many bytes as there are arrive', async () => {
  const blobs = [0, 1, 4095, 4096, 4097, 70_000, 3_000_000].map((size) => Buffer.alloc(size, `${size} `));
  expect(await read('bytea', blobs)).toEqual(blobs);
  const numbers = Array.from({ length: 100_000 }, (_, index) => index - 50_000);
  expect(await read('int4', numbers)).toEqual(numbers);
});

test.each<[TypeName, BinaryValue]>([
  ['int2', 32_768],
  ['int4', 2 ** 31],
  ['int4', 1.5],
  ['int4', Number.NaN],
  ['int2', Number.NaN],
  ['timestamptz', new Date(Number.NaN)],
  ['uuid', 'f81d4fae-7dec-11d0-a765-00a0c91e6bf'],
  ['uuid', 'f81d4fae-7dec-11d0-a765-00a0c91e6bfz'],
  ['uuid', ''],
])('%s: %s is refused before it is sent', (type, value) => {
  expect(() => arrayOf(type, [value] as never)).toThrow(/out of range|whole number|32 hexadecimal digits/);
});

test('what is no text to PostgreSQL is refused by it, and the connection goes on', async () => {
  await expect(read('text', ['fine', 'nul \0'])).rejects.toMatchObject({ code: '22021' });
  await expect(read('jsonb', [JSON.stringify('nul \0')])).rejects.toMatchObject({ code: '22P05' });
  await expect(read('jsonb', ['{'])).rejects.toMatchObject({ code: '22P02' });
  expect(await read('text', ['half a pair \ud83e'])).toEqual(['half a pair \ufffd']);
});

describe('rows of a table', () => {
  const full = {
    a: true,
    b: Buffer.from('bytes'),
    c: -2,
    d: 3,
    'E e': 'words (with "quotes", and commas)',
    f: year('1969'),
    g: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
    h: '{"a":[1]}',
  };
  const empty = { a: null, b: null, c: null, d: null, 'E e': null, f: null, g: null, h: null, i: null };

  test('arrive as they were sent; what is not named is null', async () => {
    const rows = [full, {}, { d: 7 }, { 'E e': '', b: null }];
    expect(await readRows(rows)).toEqual([
      { ...full, h: { a: [1] }, i: null },
      empty,
      { ...empty, d: 7 },
      { ...empty, 'E e': '' },
    ]);
  });

  test('may be none, or more than fit the first buffer', async () => {
    expect(await readRows([])).toEqual([]);
    const rows = Array.from({ length: 2000 }, (_, index) => ({ d: index, 'E e': `row ${index} `.repeat(9) }));
    expect(await readRows(rows)).toEqual(rows.map((row) => ({ ...empty, ...row })));
  });

  test('with a column that the table does not have, or that cannot be sent, are refused', async () => {
    const { arrayOf: rowsOf } = await openRowType(pool, 'thing');
    for (const name of ['gone', 'unknown', 'i', 'e e']) {
      expect(() => rowsOf([full, { [name]: 'x' }])).toThrow(
        new TypeError(`the table has no column ${name} that can be sent`),
      );
    }
  });

  test('of a table that is not there are refused', async () => {
    await expect(openRowType(pool, 'nowhere')).rejects.toMatchObject({ code: '42P01' });
  });

  test('of a table that was changed since are refused, whatever they hold', async () => {
    await pool.query('create table changing (a int)');
    const type = await openRowType(pool, 'changing');
    await pool.query('alter table changing add b int');
    const sent = pool.query('select t.* from unnest($1::changing[]) t', [type.arrayOf([{ a: 1 }])]);
    await expect(sent).rejects.toMatchObject({ code: '42804' });
  });
});
