import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openOnetimeValue } from './open-onetime-value.ts';

/**
 * Made by Ruby 3.1.2 with OpenSSL 3.0.19, as the original does it by the gem `encryptor`:
 *
 *   text = Digest::SHA256.hexdigest([SITE_SECRET, KEY, PASSPHRASE].compact.join(':'))
 *   cipher = OpenSSL::Cipher.new('aes-256-cbc').encrypt
 *   cipher.pkcs5_keyivgen(text)
 *   (cipher.update(VALUE) + cipher.final).unpack1('H*')
 */
const siteSecret = 'a made-up site secret, 2026';
const key31 = '3f9w0qkz7m1x5v8r2t4y6u0p1s3d5g7';
const key63 = '3f9w0qkz7m1x5v8r2t4y6u0p1s3d5g73f9w0qkz7m1x5v8r2t4y6u0p1s3d5g73';
const sealed = {
  short: '6091600732440e449b412da0e89a08a1',
  withPassphrase: '640a84ae9616b6aa291c117ca501145a',
  noText: '743c2d57056ab01291a78168db2e0d10',
};

const open = (hex: string, change: { readonly siteSecret?: string; readonly secretKey?: string } = {}) =>
  openOnetimeValue({ ciphertext: Buffer.from(hex, 'hex'), siteSecret, secretKey: key31, ...change });

test.each([
  ['a short text', 'tea at 5?', key31, sealed.short],
  [
    'more than ASCII, under a longer key',
    'crème brûlée 🍮\r\n',
    key63,
    '53c5ebd316e4874bbc311af028f7bcc6bb6664834468851faf4da1b17b6d4e78',
  ],
  ['a whole block', 'x'.repeat(16), key31, 'a141b84bb7a9c1064f433c5aea6d35956dc33a22ac1080605d61e8fed28b6d10'],
  ['a byte order mark', '\uFEFFmark', key31, '2ea19b46135c1ceaf8681b69c07066ee'],
  ['nothing', '', key31, '239375fff4149f68e0488ac17c0c2efc'],
])('opens what Ruby has sealed: %s', (_what, value, secretKey, hex) => {
  expect(open(hex, { secretKey })).toBe(value);
});

describe('gives null, and no error, for', () => {
  test.each([
    ['another site secret', () => open(sealed.short, { siteSecret: `${siteSecret}.` })],
    ['another key', () => open(sealed.short, { secretKey: key63 })],
    ['content with a passphrase', () => open(sealed.withPassphrase)],
    ['what is no UTF-8', () => open(sealed.noText)],
    ['nothing at all', () => open('')],
    ['half a block', () => open(sealed.short.slice(0, 16))],
    ['a cut one', () => open('53c5ebd316e4874bbc311af028f7bcc6', { secretKey: key63 })],
  ])('%s', (_what, opening) => expect(opening()).toBeNull());

  test('whatever bytes there are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const opened = openOnetimeValue({ ciphertext: Buffer.from(bytes), siteSecret, secretKey: key31 });
        expect(opened === null || typeof opened === 'string').toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

test('a wrong site secret opens nothing of what there is', () => {
  const opened = Array.from({ length: 50 }, () =>
    openOnetimeValue({ ciphertext: randomBytes(64), siteSecret, secretKey: key31 }),
  );
  expect(opened.filter((text) => text !== null)).toEqual([]);
});
