import { hashRaw } from '@node-rs/argon2';
import { OutageError } from '@onceover/service-kit/errors';
import { describe, expect, test } from 'vitest';
import { createPassphraseKdf } from './passphrase-kdf.ts';
import { fixedKeys } from './testing/fixed-keys.ts';

const ARGON2ID = 2;
const key = '0123456789abcdefghijklmnopqrstu';

const deriveOnce = (passphrase: string, secretKey = key, keys = fixedKeys()) =>
  createPassphraseKdf(keys).withPlace((derive) => derive(passphrase, secretKey));

describe('the argon2 library', () => {
  test('gives the argon2id digest of the reference implementation', async () => {
    const options = { algorithm: ARGON2ID, memoryCost: 65_536, timeCost: 2, parallelism: 1, outputLen: 32 };
    const digest = await hashRaw('password', { ...options, salt: Buffer.from('somesalt') });
    expect(digest.toString('hex')).toBe('09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7');
  });

  // RFC 9106's own example also uses associated data, which the library does not offer. This is its example without;
  // the value comes from an implementation (Python, `cryptography` 48) that gives the RFC's digest with it.
  test('mixes a secret in as RFC 9106 says', async () => {
    const options = { algorithm: ARGON2ID, memoryCost: 32, timeCost: 3, parallelism: 4, outputLen: 32 };
    const salt = Buffer.alloc(16, 2);
    const digest = await hashRaw(Buffer.alloc(32, 1), { ...options, salt, secret: Buffer.alloc(8, 3) });
    expect(digest.toString('hex')).toBe('0034de3c8a75efc1148100eaf5ba9b1ce6d50ba5cdf6ae4018c54a4fc03ac10d');
  });
});

describe('a passphrase key', () => {
  test('is the same however the passphrase was typed', async () => {
    const composed = await deriveOnce('caf\u00e9 \ufb01');
    expect(composed).toHaveLength(32);
    expect((await deriveOnce('cafe\u0301 fi')).equals(composed)).toBe(true);
  });

  test('is another for another passphrase, another secret or another pepper', async () => {
    const forms = await Promise.all([
      deriveOnce('plum'),
      deriveOnce('Plum'),
      deriveOnce('plum '),
      deriveOnce('plum', `${key.slice(1)}z`),
      deriveOnce('plum', key, fixedKeys({ fill: 1 })),
    ]);
    expect(new Set(forms.map((form) => form.toString('hex'))).size).toBe(5);
  });
});

describe('places', () => {
  /** Work that lasts until the test ends it. */
  function heldPlaces(places: number, maxQueued: number) {
    const kdf = createPassphraseKdf(fixedKeys(), { places, maxQueued });
    const ends: (() => void)[] = [];
    const take = () => kdf.withPlace(() => new Promise<void>((resolve) => ends.push(resolve)));
    return { kdf, ends, take };
  }

  test('are as many as given; then a short queue; then nothing is done and the answer is an outage', async () => {
    const { kdf, ends, take } = heldPlaces(2, 3);
    const taken = [take(), take(), take(), take(), take()];
    await expect.poll(() => ends.length).toBe(2);
    let hasRun = false;
    const refused = kdf.withPlace(async () => {
      hasRun = true;
    });
    await expect(refused).rejects.toThrow(OutageError);
    await expect(refused).rejects.toMatchObject({ dependency: 'argon2' });
    expect(hasRun).toBe(false);
    for (let ended = 0; ended < 5; ended += 1) {
      await expect.poll(() => ends.length).toBeGreaterThan(ended);
      ends[ended]?.();
    }
    await Promise.all(taken);
    expect(ends).toHaveLength(5);
  });

  test('are given back when the work fails', async () => {
    const { kdf } = heldPlaces(1, 0);
    await expect(kdf.withPlace(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(kdf.withPlace(async () => 'next')).resolves.toBe('next');
  });
});
