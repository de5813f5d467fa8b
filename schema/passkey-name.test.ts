import { describe, expect, test } from 'vitest';
import { passkeyNameOf } from './passkey-name.ts';

describe('the name of a passkey', () => {
  test('has no spaces around it', () => {
    expect(passkeyNameOf('  Red laptop ')).toBe('Red laptop');
  });

  test.each([
    ['60 characters, as people count them', '🔑'.repeat(60)],
    ['an emoji of several', '👩\u200d💻'],
    ['Persian with a non-joiner', 'تلفن\u200cهمراه'],
    ['Hebrew', 'הטלפון שלי'],
  ])('may be %s', (_what, name) => {
    expect(passkeyNameOf(name)).toBe(name);
  });

  test.each([
    '',
    '   ',
    'x'.repeat(61),
    'a\u0007b',
    'a\nb',
    'a\ud83d',
    'a\u2028b',
    'a\u202eb',
    'a\u2067b',
    'a\u200fb',
    'a\u061cb',
    '\u200d',
    '\u200b\u3000\u200c',
  ])('is not %j', (name) => {
    expect(passkeyNameOf(name)).toBeNull();
  });
});
