import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { payloadOf } from '../../lib/proof-of-work/puzzle.ts';
import { partsOf, search } from '../../lib/proof-of-work/search.ts';
import { parseChallenge } from './challenge.ts';

const salt = '0b1c2d3e4f5061728394a5b6?expires=1900000600&';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const good = { algorithm: 'SHA-256', challenge: sha256(`${salt}37`), salt, signature: 'ab', maxnumber: 100 };

describe('a challenge', () => {
  test('lasts from the answer’s date to the expiry in the salt, or to the header’s if the salt has none', () => {
    const date = new Date(1_900_000_000_000).toUTCString();
    const headers = new Headers({ Date: date, Expires: new Date(1_900_000_300_000).toUTCString() });
    expect(parseChallenge(good, headers)).toMatchObject({ maxNumber: 100, lifeMs: 600_000 });
    const bare = { ...good, salt: '0b1c2d3e4f5061728394a5b6' };
    expect(parseChallenge(bare, headers)?.lifeMs).toBe(300_000);
    expect(parseChallenge(bare, new Headers({ Date: date }))?.lifeMs).toBeNull();
    expect(parseChallenge(good, new Headers())?.lifeMs).toBeNull();
  });

  test('is searched up to a million if no limit is sent', () => {
    const { maxnumber: _, ...unbounded } = good;
    expect(parseChallenge(unbounded, new Headers())?.maxNumber).toBe(1_000_000);
  });

  test.each([
    ['another algorithm', { ...good, algorithm: 'MD5' }],
    ['no signature', { ...good, signature: '' }],
    ['a challenge of 39 characters', { ...good, challenge: 'a'.repeat(39) }],
    ['a salt of 9 characters', { ...good, salt: 'a'.repeat(9) }],
    ['no object', 'text'],
  ])('with %s is none', (_name, body) => expect(parseChallenge(body, new Headers())).toBeNull());
});

describe('the search', () => {
  test('covers every number once, in at most the given number of parts', () => {
    const challenge = parseChallenge(good, new Headers());
    if (challenge === null) throw new Error('no challenge');
    for (const count of [1, 3, 16]) {
      const numbers = partsOf(challenge, count).flatMap(({ first, last }) =>
        Array.from({ length: last - first + 1 }, (_, index) => first + index),
      );
      expect(numbers).toEqual(Array.from({ length: 101 }, (_, index) => index));
    }
  });

  test('finds the number in its part and nothing elsewhere; the payload says what was solved', async () => {
    const challenge = parseChallenge(good, new Headers());
    if (challenge === null) throw new Error('no challenge');
    const [low, high] = partsOf(challenge, 2);
    if (low === undefined || high === undefined) throw new Error('no parts');
    expect(await search(low)).toBe(37);
    expect(await search(high)).toBeNull();
    const { maxnumber: _, ...solved } = good;
    expect(JSON.parse(atob(payloadOf(challenge, 37)))).toEqual({ ...solved, number: 37 });
  });
});
