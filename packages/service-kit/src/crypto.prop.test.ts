import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AuthenticationFailed, hkdf, isEqual, join, open, seal } from './crypto.ts';

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array));
const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((array) => Buffer.from(array));

test('opening gives back what was sealed', () => {
  fc.assert(
    fc.property(key, bytes(2000), bytes(200), (secret, plaintext, bound) => {
      expect(open(secret, seal(secret, plaintext, bound), bound).equals(plaintext)).toBe(true);
    }),
  );
});

test('any flipped bit, and any other additional data, opens nothing', () => {
  fc.assert(
    fc.property(key, bytes(60), bytes(40), fc.nat(), (secret, plaintext, bound, at) => {
      const sealed = seal(secret, plaintext, bound);
      const bit = at % (sealed.length * 8);
      sealed.writeUInt8(sealed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => open(secret, sealed, bound)).toThrow(AuthenticationFailed);
    }),
  );
});

test('two different lists of fields never join to the same bytes', () => {
  const lists = fc.array(fc.string({ maxLength: 6 }), { maxLength: 5 });
  fc.assert(
    fc.property(lists, lists, (left, right) => {
      fc.pre(left.length !== right.length || left.some((field, index) => field !== right[index]));
      expect(isEqual(join(...left), join(...right))).toBe(false);
    }),
  );
});

test('HKDF agrees with the platform', async () => {
  await fc.assert(
    fc.asyncProperty(
      bytes(80),
      bytes(80),
      bytes(80),
      fc.integer({ min: 1, max: 300 }),
      async (ikm, salt, info, size) => {
        const material = await crypto.subtle.importKey('raw', ikm, 'HKDF', false, ['deriveBits']);
        const expected = await crypto.subtle.deriveBits(
          { name: 'HKDF', hash: 'SHA-256', salt, info },
          material,
          size * 8,
        );
        expect(hkdf(ikm, salt, info, size).equals(Buffer.from(expected))).toBe(true);
      },
    ),
  );
});
