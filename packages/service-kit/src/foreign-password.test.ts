import { describe, expect, test } from 'vitest';
import { foreignHashKind, isForeignPassword } from './foreign-password.ts';

const password = 'correct horse battery staple';
/** By crypt(3) of libxcrypt, and by the reference program of argon2. */
const cost12 = '$2a$12$CCCCCCCCCCCCCCCCCCCCC.aNFuLnJDpfCit2UcMXRRsawH6O4VbfG';
const manyX = '$2b$05$CCCCCCCCCCCCCCCCCCCCC.D7RDOYXakZhsFmh/LdqQNx0kQ424AFS';
const umlauts = '$2b$05$CCCCCCCCCCCCCCCCCCCCC.mhqt0ytF8/mwipsoyH6pCqX5iYTwr7.';
const justA = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.crbyEJ0XFaJ9sONRyOTHdI7c4ZT.ndu';
const argon2 = '$argon2id$v=19$m=65536,t=2,p=1$YSBzYWx0IG9mIDE2IGJ5dA$eK8YzV+wFVy4K4LpbOJ7Oc6FCmxirCMpTta+zn9Rtns';

describe('a hash that another program made', () => {
  test.each([
    [cost12, 'bcrypt'],
    [cost12.replace('2a', '2y'), 'bcrypt'],
    [argon2, 'argon2id'],
    [cost12.replace('$12$', '$13$'), null],
    [cost12.replace('$12$', '$03$'), null],
    [cost12.replace('2a', '2x'), null],
    [cost12.slice(0, -1), null],
    [`${cost12}x`, null],
    [argon2.replace('65536', '65537'), null],
    [argon2.replace('t=2', 't=5'), null],
    [argon2.replace('p=1', 'p=0'), null],
    [argon2.replace('m=65536', 'm=7'), null],
    [argon2.replace('argon2id', 'argon2i'), null],
    ['5f4dcc3b5aa765d61d8327deb882cf99', null],
    ['', null],
  ])('%s is of the kind %s', (text, kind) => {
    expect(foreignHashKind(text)).toBe(kind);
  });

  test.each([
    [cost12, password],
    [cost12.replace('2a', '2y'), password],
    [argon2, password],
    [umlauts, 'pässwört'],
    [justA, 'a'],
    [manyX, 'x'.repeat(80)],
    [manyX, 'x'.repeat(72)],
  ])('%s is of its password', async (text, typed) => {
    expect(await isForeignPassword(typed, text)).toBe(true);
  });

  test.each([
    [cost12, `${password} `],
    [argon2, `${password} `],
    [argon2, ''],
    [manyX, 'x'.repeat(71)],
    ['$2a$05$short', 'a'],
    [cost12.replace('$12$', '$31$'), password],
    [argon2.replace('dA$', 'dB$'), password],
    [argon2.replace('m=65536', 'm=065536'), password],
    [justA.replace('CC.', 'CCC'), 'a'],
  ])('%s is of no other: %s', async (text, typed) => {
    expect(await isForeignPassword(typed, text)).toBe(false);
  });

  test('a password with a zero byte is not the one before that byte', async () => {
    expect(await isForeignPassword('a\0b', justA)).toBe(false);
  });
});
