import { describe, expect, test } from 'vitest';
import {
  AuthenticationFailed,
  base36Prefix,
  hkdf,
  hmac,
  hmacSha1,
  isEqual,
  join,
  open,
  publicPartOf,
  randomBase36,
  randomBytes,
  seal,
  sha256,
  signEd25519,
  wipe,
} from './crypto.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');

describe('joined fields', () => {
  test('carry their length in front, so that moving a byte between fields changes the whole', () => {
    expect(join('ab', 'c').toString('hex')).toBe('00000002616200000001' + '63');
    expect(join('a', 'bc').equals(join('ab', 'c'))).toBe(false);
    expect(join('abc').equals(join('abc', ''))).toBe(false);
  });

  test('count bytes, not characters', () => {
    expect(join('é', Buffer.of(1)).toString('hex')).toBe('00000002c3a90000000101');
  });
});

test('SHA-256 gives the digest of FIPS 180-2', () => {
  expect(sha256('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('HMAC-SHA1 gives the digests of RFC 2202', () => {
  expect(hmacSha1(hex('0b'.repeat(20)), Buffer.from('Hi There')).toString('hex')).toBe(
    'b617318655057264e28bc0b6fb378c8ef146be00',
  );
  expect(hmacSha1(Buffer.from('Jefe'), Buffer.from('what do ya want for nothing?')).toString('hex')).toBe(
    'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79',
  );
});

test('HMAC-SHA256 gives the digests of RFC 4231', () => {
  expect(hmac(hex('0b'.repeat(20)), 'Hi There').toString('hex')).toBe(
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  );
  expect(hmac(Buffer.from('Jefe'), 'what do ya want for nothing?').toString('hex')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
  expect(hmac(hex('aa'.repeat(131)), 'Test Using Larger Than Block-Size Key - Hash Key First').toString('hex')).toBe(
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  );
});

describe('HKDF-SHA256', () => {
  test.each([
    [
      'RFC 5869 case 1',
      '0b'.repeat(22),
      '000102030405060708090a0b0c',
      'f0f1f2f3f4f5f6f7f8f9',
      '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
    ],
    [
      'RFC 5869 case 2',
      bytesFrom(0x00, 80),
      bytesFrom(0x60, 80),
      bytesFrom(0xb0, 80),
      `b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09
       da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87`,
    ],
    [
      'RFC 5869 case 3',
      '0b'.repeat(22),
      '',
      '',
      '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
    ],
  ])('gives the output of %s', (_name, keyMaterial, salt, info, expected) => {
    const output = hex(expected);
    expect(hkdf(hex(keyMaterial), hex(salt), hex(info), output.length).equals(output)).toBe(true);
  });

  test('refuses sizes it cannot give', () => {
    for (const size of [0, 8161])
      expect(() => hkdf(Buffer.of(1), Buffer.of(1), Buffer.of(1), size)).toThrow(RangeError);
  });
});

describe('AES-256-GCM', () => {
  test.each([
    ['case 13', '00'.repeat(32), '00'.repeat(12), '', '', '', '530f8afbc74536b9a963b4f1c4cb738b'],
    [
      'case 14',
      '00'.repeat(32),
      '00'.repeat(12),
      '00'.repeat(16),
      '',
      'cea7403d4d606b6e074ec5d3baf39d18',
      'd0d1c8a799996bf0265b98b5d48ab919',
    ],
    [
      'case 16',
      'feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308',
      'cafebabefacedbaddecaf888',
      `d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
       1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39`,
      'feedfacedeadbeeffeedfacedeadbeefabaddad2',
      `522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa
       8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662`,
      '76fc6ece0f4e1768cddf8853bb2d551b',
    ],
  ])('seals and opens %s of the GCM specification', (_name, key, nonce, plaintext, additional, ciphertext, tag) => {
    const sealed = seal(hex(key), hex(plaintext), hex(additional), () => hex(nonce));
    expect(sealed.toString('hex')).toBe(hex(nonce + ciphertext + tag).toString('hex'));
    expect(open(hex(key), sealed, hex(additional)).equals(hex(plaintext))).toBe(true);
  });

  test('puts what is to stand in clear before it, and nothing else changes', () => {
    const [key, bound, nonce] = [Buffer.alloc(32, 1), Buffer.from('bound'), Buffer.alloc(12, 2)];
    const sealed = seal(key, Buffer.from('text'), bound, () => nonce);
    const behind = seal(key, Buffer.from('text'), bound, () => nonce, Buffer.from('clear'));
    expect(behind.equals(Buffer.concat([Buffer.from('clear'), sealed]))).toBe(true);
  });

  test('draws a new nonce for every message', () => {
    const key = randomBytes(32);
    const nonces = new Set(Array.from({ length: 1000 }, () => seal(key, key, key).toString('hex', 0, 12)));
    expect(nonces.size).toBe(1000);
  });

  test('gives nothing for another key, other additional data, or too few bytes', () => {
    const sealed = seal(randomBytes(32), Buffer.from('text'), Buffer.from('bound'));
    expect(() => open(randomBytes(32), sealed, Buffer.from('bound'))).toThrow(AuthenticationFailed);
    for (const size of [0, 1, 12, 27]) {
      expect(() => open(randomBytes(32), Buffer.alloc(size), Buffer.alloc(0))).toThrow(AuthenticationFailed);
    }
  });
});

test('equality is by content, and lengths that differ are simply different', () => {
  expect(isEqual(Buffer.from('ab'), Buffer.from('ab'))).toBe(true);
  expect(isEqual(Buffer.from('ab'), Buffer.from('ac'))).toBe(false);
  expect(isEqual(Buffer.from('ab'), Buffer.from('abc'))).toBe(false);
});

test('wiping leaves zeros, and an absent buffer is fine', () => {
  const buffer = randomBytes(8);
  wipe(buffer, null, undefined);
  expect(buffer.equals(Buffer.alloc(8))).toBe(true);
});

describe('random bytes', () => {
  test('come in the size asked for, and never twice', () => {
    for (const size of [0, 1, 12, 32, 1023, 1024, 5000]) expect(randomBytes(size)).toHaveLength(size);
    expect(new Set(Array.from({ length: 2000 }, () => randomBytes(16).toString('hex'))).size).toBe(2000);
  });

  test('are not shared with those drawn before', () => {
    const first = randomBytes(16);
    const copy = Buffer.from(first);
    for (let draw = 0; draw < 1000; draw += 1) randomBytes(16).fill(0);
    expect(first.equals(copy)).toBe(true);
  });
});

describe('random keys', () => {
  test('skip bytes that would favour some characters', () => {
    const given = [Buffer.from([252, 253, 254, 255, 251]), Buffer.from([0, 35, 36, 255, 255])];
    expect(randomBase36(3, () => given.shift() ?? Buffer.alloc(5))).toBe('z0z');
  });

  test('have every character equally often (χ² below 66.6 at 35 degrees of freedom, 99.9 %)', () => {
    const counts = new Map<string, number>();
    const keys = 40_000;
    for (let drawn = 0; drawn < keys; drawn += 1) {
      for (const character of randomBase36(31)) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    const expected = (keys * 31) / 36;
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect([...counts.keys()].sort().join('')).toBe('0123456789abcdefghijklmnopqrstuvwxyz');
    // One run in a thousand may exceed 66.6 by chance; a modulo without rejection gives about 2,400 here.
    expect(chiSquare).toBeLessThan(95);
  });
});

test('a name by digest is the first 48 bits modulo 36^8, with zeros in front', () => {
  expect(base36Prefix(hex('000000000023ffff'), 8)).toBe('0000000z');
  expect(base36Prefix(hex('ffffffffffff0000'), 8)).toBe(((2 ** 48 - 1) % 36 ** 8).toString(36));
  for (let digest = sha256('first'), round = 0; round < 1000; digest = sha256(digest), round += 1) {
    const number = BigInt(`0x${digest.toString('hex', 0, 6)}`) % 36n ** 8n;
    expect(base36Prefix(digest, 8)).toBe(number.toString(36).padStart(8, '0'));
  }
});

function bytesFrom(first: number, count: number): string {
  return Array.from({ length: count }, (_, index) => (first + index).toString(16).padStart(2, '0')).join('');
}

test('an Ed25519 key signs as RFC 8032, 7.1, test 2 says', () => {
  const privateKey = hex('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb');
  expect(publicPartOf(privateKey, 'Ed25519').toString('hex')).toBe(
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
  );
  expect(signEd25519(privateKey, hex('72')).toString('hex')).toBe(
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  );
});

test('what goes wrong is told without a detail', () => {
  expect(new AuthenticationFailed().message).toBe('the ciphertext does not authenticate');
  const derive = (size: number) => () => hkdf(Buffer.of(1), Buffer.of(1), Buffer.of(1), size);
  for (const size of [0, 8161]) expect(derive(size)).toThrow('HKDF-SHA256 gives 1 to 8160 bytes');
  expect(derive(8160)()).toHaveLength(8160);
});

test('random bytes that a key was made of are overwritten', () => {
  const given = Buffer.alloc(5, 7);
  expect(randomBase36(3, () => given)).toBe('777');
  expect(given).toEqual(Buffer.alloc(5));
});
