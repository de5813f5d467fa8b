import { describe, expect, test } from 'vitest';
import { labelFrom, maxLabelCharacters } from './secret-label.ts';

const refusal = (text: string): unknown => {
  try {
    return labelFrom(text);
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('a label', () => {
  test.each(['Wi-Fi at the office', 'סיסמה למשרד', 'رمز الدخول', 'पासवर्ड', '公司密码', '👩‍👩‍👧 family', 'a\u200Fb'])(
    'may be in any script: %s',
    (text) => expect(labelFrom(text)).toBe(text.normalize('NFC')),
  );

  test('is trimmed, and composed so that it is found however it was typed', () => {
    expect(labelFrom('  Cafe\u0301 ')).toBe('Caf\u00e9');
  });

  test.each(['', '   ', '\n\t'])('of nothing but blanks is none', (text) => expect(labelFrom(text)).toBeNull());

  test('has at most five hundred characters, whatever they take in bytes', () => {
    expect(labelFrom('x'.repeat(maxLabelCharacters))).toHaveLength(500);
    expect(labelFrom('🔑'.repeat(maxLabelCharacters))).toHaveLength(1000);
    expect(refusal('x'.repeat(maxLabelCharacters + 1))).toBe('secret.bad-label');
    expect(refusal('🔑'.repeat(maxLabelCharacters + 1))).toBe('secret.bad-label');
  });

  test.each(['a\nb', 'a\u0000b', 'a\u0007b', 'a\u0085b', 'a\u2028b', 'invoice\u202Efdp.exe', 'a\u2067b', 'a\u2069b'])(
    'with a control character or one that reorders text is refused',
    (text) => expect(refusal(text)).toBe('secret.bad-label'),
  );

  test('half a surrogate pair becomes the replacement character', () => {
    expect(labelFrom('a\ud83d')).toBe('a\ufffd');
  });
});
