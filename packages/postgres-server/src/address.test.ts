import { expect, test } from 'vitest';
import { connectionString, parseConnectionString } from './address.ts';

test.each([
  { host: '/srv/a b/run', port: 5432, user: 'shop', password: '', database: 'shop' },
  { host: '127.0.0.1', port: 6000, user: 'sh/op', password: 'p@ss:word', database: 'the shop' },
  { host: '::1', port: 5432, user: 'shop', password: 'x', database: 'shop' },
])('an address survives being written as text and read again: $host', (address) => {
  expect(parseConnectionString(connectionString(address))).toEqual(address);
});

test("parts missing from the text get libpq's defaults", () => {
  expect(parseConnectionString('postgres://shop@db.internal')).toEqual({
    host: 'db.internal',
    port: 5432,
    user: 'shop',
    password: '',
    database: 'shop',
  });
});

test('a request for encryption is refused, not ignored', () => {
  expect(() => parseConnectionString('postgres://shop@db/shop?sslmode=require')).toThrow('sslmode');
});
