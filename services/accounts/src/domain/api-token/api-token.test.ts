import { describe, expect, test } from 'vitest';
import { apiTokenScopes, describeToken, type TokenWish } from './api-token.ts';
import { tokenText } from './token-text.ts';

const wish = (change: Partial<TokenWish> = {}): TokenWish => ({
  name: 'build server',
  scopes: ['secrets-write'],
  expiresInDays: 90,
  ...change,
});
const codeOf = (decide: () => unknown): unknown => {
  try {
    decide();
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return 'decided';
};

describe('another token', () => {
  test('has a name without spaces around it and every scope once', () => {
    const described = describeToken(wish({ name: ' build server ', scopes: ['recent', 'secrets-write', 'recent'] }));
    expect(described).toEqual({ name: 'build server', scopes: ['recent', 'secrets-write'], expiresInDays: 90 });
  });

  test.each([
    ['no name', { name: '' }],
    ['spaces for a name', { name: '   ' }],
    ['61 characters', { name: 'x'.repeat(61) }],
    ['a control character', { name: 'a\u0007b' }],
    ['a line break', { name: 'a\nb' }],
    ['a line separator', { name: 'a\u2028b' }],
    ['a direction override', { name: 'a\u202eb' }],
    ['the name of the old token', { name: 'api' }],
    ['that name in upper case', { name: ' API ' }],
    ['no scope', { scopes: [] }],
  ] as const)('is refused with %s', (_why, change) => {
    expect(codeOf(() => describeToken(wish(change)))).toBe('account.invalid-token-name');
  });

  test('may have 60 characters of any script for a name', () => {
    expect(describeToken(wish({ name: '鍵'.repeat(60) })).name).toHaveLength(60);
    expect([...describeToken(wish({ name: '🔑'.repeat(60) })).name]).toHaveLength(60);
  });

  test.each([
    [0, 1],
    [-5, 1],
    [1, 1],
    [365, 365],
    [366, 365],
    [2_147_483_647, 365],
  ])('requested for %s days lives %s', (wanted, days) => {
    expect(describeToken(wish({ expiresInDays: wanted })).expiresInDays).toBe(days);
  });
});

test('the token named api may do everything but ad-hoc GraphQL', () => {
  expect(apiTokenScopes).not.toContain('graphql-adhoc');
  expect(apiTokenScopes).toHaveLength(6);
});

describe('the text of a token', () => {
  const random = Uint8Array.from({ length: 32 }, (_, index) => index * 7);

  test('is the prefix, 43 characters and a checksum of 6', () => {
    expect(tokenText(random)).toMatch(/^onceover_[0-9A-Za-z]{49}$/);
    expect(tokenText(new Uint8Array(32))).toMatch(/^onceover_0{43}[0-9A-Za-z]{6}$/);
    expect(tokenText(new Uint8Array(32).fill(255))).toMatch(/^onceover_[0-9A-Za-z]{49}$/);
    expect(() => tokenText(new Uint8Array(31))).toThrow(RangeError);
  });

  test('tells bytes apart, the last one and the first one too', () => {
    const texts = [0, 31].map((at) => tokenText(random.with(at, 255)));
    expect(new Set([tokenText(random), ...texts]).size).toBe(3);
  });

  test('has a checksum that other programs agree on', () => {
    // CRC-32 of "onceover_" and 43 zeros, by zlib
    const sum = tokenText(new Uint8Array(32)).slice(-6);
    const number = [...sum].reduce(
      (total, digit) => total * 62 + '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.indexOf(digit),
      0,
    );
    expect(number).toBe(2496958227);
  });
});
