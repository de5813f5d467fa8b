import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../http/api-error.ts';
import { readBasicCredential } from './basic-credential.ts';

const headerOf = (text: string) => `Basic ${Buffer.from(text, 'utf8').toString('base64')}`;
const plain = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .filter((text) => text.isWellFormed() && ![...text].some((one) => one < ' ' || one === '\x7f'));

test('the header is read as it was sent, split at the first colon, with the address in lower case', () => {
  const custid = plain.filter((text) => !text.includes(':'));
  fc.assert(
    fc.property(custid, plain, (address, token) => {
      expect(readBasicCredential(headerOf(`${address}:${token}`))).toEqual({ custid: address.toLowerCase(), token });
    }),
    { numRuns: 500 },
  );
});

test('anything else is the 403, and nothing crashes', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 2000 }),
    fc.string().map((text) => `Basic ${text}`),
    fc.uint8Array({ maxLength: 1000 }).map((bytes) => `Basic ${Buffer.from(bytes).toString('base64')}`),
  );
  fc.assert(
    fc.property(anything, (header) => {
      try {
        const { custid, token } = readBasicCredential(header);
        expect(custid !== '' && token !== '').toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError);
        expect((error as ApiError).status).toBe(403);
      }
    }),
    { numRuns: 400 },
  );
});
