import { hashRaw } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { OutageError } from './errors.ts';
import { createPasswordHashing } from './password-hashing.ts';

const ARGON2ID = 2;

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

describe('places', () => {
  /** Work that lasts until the test ends it. */
  function heldPlaces(places: number, maxQueued: number) {
    const hashing = createPasswordHashing({ places, maxQueued });
    const ends: (() => void)[] = [];
    const take = () => hashing.withPlace(() => new Promise<void>((resolve) => ends.push(resolve)));
    return { hashing, ends, take };
  }

  test('are as many as given; then a short queue; then nothing is done and the answer is an outage', async () => {
    const { hashing, ends, take } = heldPlaces(2, 3);
    const taken = [take(), take(), take(), take(), take()];
    await expect.poll(() => ends.length).toBe(2);
    let hasRun = false;
    const refused = hashing.withPlace(async () => {
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
    const { hashing } = heldPlaces(1, 0);
    await expect(hashing.withPlace(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(hashing.withPlace(async () => 'next')).resolves.toBe('next');
  });
});
